/** `npm run page-picture`: writes docs/page.png, the screenshot in README.md, from the present page and rules. */
import { writeFileSync } from 'node:fs'
import t from 'tap'
import { ROOT } from '../phenotypes/shipped.js'
import { startPage, until } from './on-page.js'

const QUESTION =
  'mother=agouti=A/a,extension=E/e,matp=Cr/n,kit=To/n&father=agouti=A/a,extension=e/e,matp=Cr/n'

t.test('the page with the foals of two horses', async (t) => {
  const { open } = await startPage(t)
  const visit = await open(`foal&${QUESTION}&lang=en`, { width: 1280, height: 860 })
  // Images below the visible part are loaded lazily.
  await until(
    visit,
    `[...document.images].every((each) => each.getBoundingClientRect().top > innerHeight || each.naturalWidth > 0)`,
  )
  writeFileSync(new URL('docs/page.png', ROOT), await visit.screenshot())
})
