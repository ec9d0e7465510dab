/** Writes test/golden/coat-names.md from the present rules. */
import { writeFileSync } from 'node:fs'
import { ROOT, shippedBook } from '../phenotypes/shipped.js'
import { goldenTable } from './coat-names.js'

writeFileSync(new URL('test/golden/coat-names.md', ROOT), goldenTable(await shippedBook()))
