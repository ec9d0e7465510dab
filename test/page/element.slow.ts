/** <robe-foals> on a phone and a desktop, light and dark: sound for axe, and nothing scrolls sideways. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import t from 'tap'
import { hasChromium, PACKAGE } from '../browser/chromium.js'
import { startExample, withAttributes } from './element.js'

const skip = hasChromium() ? false : `needs ${PACKAGE}`

t.test('an element is sound at each width, in light and dark', { skip, timeout: 120_000 }, async (t) => {
  const { open } = await startExample(t)
  const visit = await open({ width: 1000, height: 900 })
  const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
  await visit.ask(`{${readFileSync(axe, 'utf8')}; undefined}`)
  for (const lang of ['en', 'fr', 'de'])
    for (const dam of ['buckskin', 'extension=E/e,agouti=A/a,frame=O/n', 'nothing of this kind'])
      for (const width of [240, 390, 1000])
        for (const scheme of ['light', 'dark'] as const) {
          await visit.look({ width, height: 900, scheme })
          await withAttributes(visit, { lang, dam, sire: 'extension=E/e,agouti=A/a,frame=O/n' })
          const what = `${lang} ${dam} ${width} ${scheme}`
          t.equal(await visit.ask(`document.documentElement.scrollWidth <= ${width}`), true, what)
          const found = await visit.ask(
            `axe.run('robe-foals').then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html.slice(0, 200)))`,
          )
          t.same(found, [], what)
        }
  t.same(visit.complaints, [])
})
