/** `npm run coats-picture`: writes docs/coats.svg and docs/coats-row.svg from the present rules. */
import { writeFileSync } from 'node:fs'
import { ROOT, shippedBook } from '../phenotypes/shipped.js'
import { sheets } from './sheets.js'

for (const { file, text } of sheets(await shippedBook())) writeFileSync(new URL(file, ROOT), text)
