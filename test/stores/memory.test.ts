/**
 * The memory store passes the ports' suite.
 */
import { openStore } from '../../src/stores/open.js'
import { portSuite } from './port-suite.js'

portSuite('memory', (clock) => openStore('memory:', { purpose: 'server', clock }))
