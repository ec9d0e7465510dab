/** The page is sound for who does not see it, as far as axe can tell. */
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import t from 'tap'
import { hasChromium, PACKAGE } from '../browser/chromium.js'
import { startPage, until } from './on-page.js'

const { resolve } = createRequire(import.meta.url)

function axePath(): string | undefined {
  try {
    return resolve('axe-core/axe.min.js')
  } catch {
    return undefined
  }
}

const axe = axePath()
const skip = !hasChromium() ? `needs ${PACKAGE}` : axe === undefined ? 'needs axe-core' : false

t.test('axe finds nothing in any view, light or dark', { skip, timeout: 120_000 }, async (t) => {
  const { open } = await startPage(t)
  const script = readFileSync(axe ?? '', 'utf8')
  for (const scheme of ['light', 'dark'] as const)
    for (const width of [360, 1440])
      for (const hash of [
        'horse&horse=agouti=A/a,extension=e/e,silver=Z/n,kit=To+DW20/n,frame=O/n,brindle=BR1/n',
        'foal&mother=agouti=A/a,extension=E/e,kit=To/n,frame=O/n&father=agouti=a/a,extension=E/e,frame=O/n&order=base',
        'horse&horse=frame=O/O,extension=Q/Q',
      ]) {
        const visit = await open(hash, { width, height: 900, scheme })
        await until(visit, `document.querySelector('.explanation ul, .coats, .banner')`)
        await visit.ask(`for (const each of document.querySelectorAll('details')) each.open = true`)
        await visit.ask(`{${script}; undefined}`)
        const found = await visit.ask(
          `axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html.slice(0, 200)))`,
        )
        t.same(found, [], `${scheme} ${width} ${hash}`)
      }
})
