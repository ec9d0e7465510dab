/**
 * Every mare of the herd with every stallion, and the chance of a wanted foal.
 * Guarantees: mares appear as they are computed; each chance leads to the foals of the pair; a late answer never replaces a newer one.
 */
import { animalFields } from '../../form/animal-fields.js'
import type { HerdAnimal } from '../../form/herd/herd.js'
import type { MatesFound } from '../../form/plan/find-mates.js'
import { isWanted } from '../../form/plan/plan.js'
import { fill, h, link, type Child } from '../dom.js'
import { faultText } from '../fault.js'
import { groundsOf } from '../plan/grounds.js'
import { wantedChoice, wantedText } from '../plan/wanted-choice.js'
import type { Page } from '../page.js'
import { askPlan, inPlaces } from '../plan/plan-asking.js'
import { progressOf } from '../progress.js'

/** @param view the view of the herd @param showShort hears the answer in one line, or undefined while there is none */
export function pairTable(
  page: Page,
  view: () => HTMLElement,
  showShort: (text: string | undefined) => void,
) {
  const { words, herd, questions, catalogue } = page
  const progress = progressOf(page)
  const results = h('div', { class: 'told-all' })
  const missing = (mares: readonly HerdAnimal[], stallions: readonly HerdAnimal[]): string | undefined => {
    if (mares.length === 0 || stallions.length === 0) return 'pairMissing'
    return isWanted(page.state().wanted) ? undefined : 'wantedMissing'
  }
  const update = (): void => {
    const all = herd.herd()
    const [mares, stallions] = (['f', 'm'] as const).map((sex) => all.filter((each) => each.sex === sex))
    if (mares === undefined || stallions === undefined) return
    const lacking = missing(mares, stallions)
    wanted.hidden = lacking === 'pairMissing'
    showShort(undefined)
    if (lacking !== undefined) {
      questions.stop()
      progress.end()
      view().removeAttribute('aria-busy')
      fill(results, h('p', { class: 'prompt' }, words.say(lacking)))
      return
    }
    const entered = (animals: readonly HerdAnimal[]) =>
      animals.map(({ name, sex, facts }) => ({
        name,
        fields: animalFields(facts, catalogue.genes, sex).fields,
      }))
    const parts: MatesFound[] = []
    askPlan({
      page,
      kind: 'mates',
      progress,
      element: view,
      fields: (population) => ({
        mares: entered(mares),
        stallions: entered(stallions),
        wanted: page.state().wanted,
        population,
        lang: catalogue.language,
      }),
      hear: (part) => {
        parts.push(part)
        const share = (100 * parts.length) / mares.length
        progress.tell(words.say('maresSoFar', { count: parts.length, all: mares.length }), share)
      },
      end: (told, fault, isStopped) => {
        showShort(bestPair(page, mares, stallions, parts))
        const mare = mares[parts.length]
        const places = ['horse', ...stallions.map((_, at) => `candidates.${at}`)]
        const ids = [`=${mare?.name ?? ''}`, ...stallions.map(({ name }) => `=${name}`)]
        fill(
          results,
          told,
          fault && faultText(page, inPlaces(fault, places), ids),
          parts.length === 0
            ? undefined
            : [
                h('p', { class: 'count' }, words.say('chanceOf', { coat: wantedText(page) })),
                tableOf(page, mares.slice(0, parts.length), stallions, parts),
                isStopped ? undefined : groundsOf(page, parts[0]?.notes),
              ],
        )
      },
    })
  }
  const wanted = wantedChoice(page, update)
  return { element: h('div', { class: 'pairs' }, wanted, progress.element, results), update }
}

/** The best pair in one line. */
function bestPair(
  { words }: Page,
  mares: readonly HerdAnimal[],
  stallions: readonly HerdAnimal[],
  parts: readonly MatesFound[],
): string | undefined {
  const pairs = parts.flatMap(({ mare, rows }) => rows.map((row) => ({ mare, ...row })))
  const [best] = pairs.toSorted((one, other) => other.wanted_percentage - one.wanted_percentage)
  if (best === undefined) return undefined
  const [mare, stallion] = [mares[best.mare], stallions[best.stallion]]
  return `${mare?.name ?? ''} × ${stallion?.name ?? ''}: ${words.share(best.wanted_percentage)}`
}

function tableOf(
  page: Page,
  mares: readonly HerdAnimal[],
  stallions: readonly HerdAnimal[],
  parts: readonly MatesFound[],
): HTMLElement {
  const { words } = page
  const best = Math.max(...parts.flatMap(({ rows }) => rows.map((row) => row.wanted_percentage)))
  const cell = (
    mare: HerdAnimal,
    stallion: HerdAnimal,
    place: number,
    part: MatesFound | undefined,
  ): Child => {
    const row = part?.rows.find((each) => each.stallion === place)
    const share = row?.wanted_percentage ?? 0
    const href = page.linkTo({
      view: 'foal',
      mother: { ...mare.facts, together: {} },
      father: { ...stallion.facts, together: {} },
    })
    const isLethal = (row?.lethal_percentage ?? 0) > 0
    const element = h(
      'td',
      { class: share === best && best > 0 ? 'best-pair' : undefined },
      link({ href }, words.share(share)),
      isLethal ? h('span', { class: 'mark' }, words.say('lethalFoals')) : undefined,
    )
    element.style.setProperty('--share', `${share}%`)
    return element
  }
  return h(
    'div',
    { class: 'wide', tabindex: 0, role: 'group', 'aria-label': words.say('pairsOfHerd') },
    h(
      'table',
      { class: 'pairs-table' },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('td', {}),
          stallions.map(({ name }) => h('th', { scope: 'col' }, name)),
        ),
      ),
      h(
        'tbody',
        {},
        mares.map((mare, at) =>
          h(
            'tr',
            {},
            h('th', { scope: 'row' }, name(page, mare)),
            stallions.map((stallion, place) => cell(mare, stallion, place, parts[at])),
          ),
        ),
      ),
    ),
  )
}

/** The name of a mare, which leads to her with all stallions side by side. */
function name(page: Page, { name: called, facts }: HerdAnimal): HTMLElement {
  const sires = page.herd
    .herd()
    .filter(({ sex }) => sex === 'm')
    .map((each) => ({ ...each.facts, name: each.name }))
  const href = page.linkTo({ view: 'mates', mother: { ...facts, together: {} }, sires })
  return link({ href }, called)
}
