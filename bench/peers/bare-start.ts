/**
 * The least that listens: for start-up times.
 */
import { createServer } from 'node:http'
import { announce } from './announce.js'

const server = createServer((_request, response) => response.end())
server.listen(0, '127.0.0.1', () => announce(server, ''))
