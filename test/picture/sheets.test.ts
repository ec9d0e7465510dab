/** The pictures in docs/ are those that the present rules give. */
import { readFileSync } from 'node:fs'
import t from 'tap'
import { ROOT, shippedBook } from '../phenotypes/shipped.js'
import { faultsOf } from './svg-faults.js'
import { sheets } from './sheets.js'
import { SITTERS } from './sitters.js'

t.test('the sheets are up to date, sound SVG, and show at least sixty coats', async (t) => {
  t.ok(SITTERS.length >= 60)
  for (const { file, text } of sheets(await shippedBook())) {
    t.ok(readFileSync(new URL(file, ROOT), 'utf8') === text, `${file} is not: run npm run coats-picture`)
    t.same(faultsOf(text, 'c'), [], file)
  }
})
