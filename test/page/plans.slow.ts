/** A breeder's plans on a phone, and a herd that is too large for one question. */
import t from 'tap'
import { hasChromium, PACKAGE } from '../browser/chromium.js'
import { startPage, textsOf, until, WIDE } from './on-page.js'
import { stallionsByMouse, testByMouse } from './plans.js'
import { PHONE } from './tasks.js'

t.test(
  'a breeder’s plans',
  { skip: hasChromium() ? false : `needs ${PACKAGE}`, timeout: 240_000 },
  async (t) => {
    const page = await startPage(t)
    await t.test('which of three stallions, on a phone', (t) => stallionsByMouse(t, page, PHONE))
    await t.test('which test, on a phone', (t) => testByMouse(t, page, PHONE))
    await t.test('a herd of many pairs is computed mare by mare', async (t) => {
      const visit = await page.open('horse&lang=en', WIDE)
      const coats = ['bay', 'chestnut', 'black', 'buckskin', 'palomino', 'grey']
      const animals = Array.from({ length: 60 }, (_, at) => ({
        name: `${at % 2 === 0 ? 'Mare' : 'Stallion'} ${at}`,
        sex: at % 2 === 0 ? 'f' : 'm',
        coat: coats[at % coats.length],
      }))
      const text = JSON.stringify({ robe: 'herd', version: 1, animals })
      await visit.ask(`localStorage.setItem('robe.herd', ${JSON.stringify(text)})`)
      await visit.ask(`location.hash = 'herd&wanted.has=cream/1&lang=en'`)
      await until(visit, `document.querySelectorAll('.pairs-table td a').length === 900`)
      t.equal((await textsOf(visit, '.pairs-table tbody th')).length, 30)
      t.same(visit.complaints, [])
      await visit.ask('localStorage.clear()')
    })
  },
)
