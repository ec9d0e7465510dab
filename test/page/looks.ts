/**
 * That the page is sound at each width, in light and dark: nothing scrolls sideways, nobody else is asked, and for who does
 * not see it, as far as axe can tell.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Test } from 'tap'
import { BUCKSKIN, FAMILY, PARENTS } from './questions.js'
import { go, until, type PageTest } from './on-page.js'

const { resolve } = createRequire(import.meta.url)

/** Each state is looked at in one of them, or in all. */
const LANGUAGES = ['en', 'fr', 'de']

export const STATES: readonly string[] = [
  'horse',
  'foal',
  'foal&mother.coat=buckskin&mother.has=tobiano&father.coat=palomino',
  'horse&horse.coat=bay&horse.has=leopard-complex',
  `horse&horse=${BUCKSKIN},silver=Z/n,kit=To+DW20/n,frame=O/n,brindle=BR1/n`,
  'horse&horse=frame=O/O,extension=Q/Q',
  `foal&${PARENTS}&order=base`,
  'foal&mother=agouti=A/?,extension=?/?&father=agouti=a/a,extension=e/e,kit=To/n&population=arabian-russia',
  `known&${FAMILY}&self.has=tobiano&self.tests=kit=?/?`,
  'known&population=none&self.coat=bay&self.tests=extension=e/e,silver=Z/?',
  'herd&wanted.has=dun',
  'mates&mother.coat=bay&sire1.coat=red dun&sire1.name=Basil&sire2.coat=palomino&wanted.has=dun',
  'parentage&mother.coat=chestnut&father.coat=chestnut&foal.coat=bay',
  'test&horse.coat=bay',
  'test&horse.coat=bay&goal=foal&mate.coat=chestnut&wanted=chestnut',
]

/** The animals of the browser's storage. */
const HERD = JSON.stringify({
  robe: 'herd',
  version: 1,
  animals: [
    { name: 'Luna', sex: 'f', coat: 'bay' },
    { name: 'Stella von der Wiese', sex: 'f', coat: 'palomino', has: ['tobiano'] },
    { name: 'Basil', sex: 'm', coat: 'red dun' },
    { name: 'Cato', sex: 'm', tests: { extension: ['E', 'e'], frame: ['O', 'n'] } },
  ],
})

interface Look {
  readonly width: number
  readonly height: number
  readonly scheme: 'light' | 'dark'
  /** The rules of axe that are tried; undefined: all. */
  readonly rules: readonly string[] | undefined
}

export const PHONE: Look = { width: 360, height: 780, scheme: 'light', rules: undefined }
export const DARK_DESKTOP: Look = { width: 1440, height: 900, scheme: 'dark', rules: ['color-contrast'] }

/** Contrast is what the scheme can change; the rest depends on the width. */
export const EVERY_LOOK: readonly Look[] = [
  PHONE,
  { width: 768, height: 1024, scheme: 'light', rules: undefined },
  { width: 1440, height: 900, scheme: 'light', rules: undefined },
  DARK_DESKTOP,
  { width: 360, height: 780, scheme: 'dark', rules: ['color-contrast'] },
]

export async function checkLooks(
  t: Test,
  { service, open }: PageTest,
  looks: readonly Look[],
  states: readonly string[] = STATES,
  areAllLanguages = false,
): Promise<void> {
  const visit = await open('')
  await visit.ask(`localStorage.setItem('robe.herd', ${JSON.stringify(HERD)})`)
  const axe = axePath()
  if (axe !== undefined) await visit.ask(`{${readFileSync(axe, 'utf8')}; undefined}`)
  else t.comment('without axe-core')
  const shown = states.flatMap((state, index) =>
    LANGUAGES.filter((_, at) => areAllLanguages || at === index % LANGUAGES.length).map(
      (lang) => `${state}&lang=${lang}`,
    ),
  )
  for (const state of shown) {
    await go(visit, state)
    await visit.ask(`for (const each of document.querySelectorAll('details')) each.open = true`)
    for (const { rules, ...screen } of looks) {
      const what = `${screen.width} ${screen.scheme} ${state}`
      await visit.look(screen)
      // A phone makes the window itself wider where something does not fit.
      await until(
        visit,
        `innerWidth === ${screen.width} && document.documentElement.scrollWidth <= ${screen.width}`,
      )
      t.pass(`nothing scrolls sideways: ${what}`)
      if (axe === undefined) continue
      const options = rules === undefined ? {} : { runOnly: rules }
      const found = await visit.ask(
        `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html.slice(0, 200)))`,
      )
      t.same(found, [], what)
    }
  }
  await visit.ask('localStorage.clear()')
  const others = visit.requests.filter(
    (url) => !url.startsWith(`${service.url}/`) && !url.startsWith(`blob:${service.url}/`),
  )
  t.same([others, visit.complaints], [[], []], 'nobody else is asked, nothing is complained of')
}

function axePath(): string | undefined {
  try {
    return resolve('axe-core/axe.min.js')
  } catch {
    return undefined
  }
}
