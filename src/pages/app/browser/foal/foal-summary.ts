/**
 * The summary above the coats: number of coats, viability, and what the list leaves out.
 */
import { groupedBy, sumOf, type FoalRow } from '../../form/foals.js'
import type { ListedOffspring } from '../../library.js'
import type { Words } from '../../texts.js'
import { h, type Child } from '../dom.js'
import { faultText } from '../fault.js'
import type { Page } from '../page.js'
import type { Fault } from '../worker.js'

/** The state of a cross. */
export type Ended =
  | { readonly kind: 'whole'; readonly envelope: Partial<ListedOffspring['envelope']> }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'fault'; readonly fault: Fault }

export function foalSummary(page: Page, rows: readonly FoalRow[], ended: Ended): readonly Child[] {
  const { words } = page
  if (ended.kind === 'fault') {
    const { code } = ended.fault
    if (code !== 'RESULT_TOO_LARGE') return [faultText(page, ended.fault)]
    return [h('p', { class: 'banner fault' }, words.say('tooMuch'))]
  }
  const count = rows.length
  const listed = sumOf(rows)
  if (ended.kind === 'stopped')
    return [h('p', { class: 'banner' }, words.say('stopped', { count, share: words.share(listed) }))]
  const { live_foal_percentage: live, suspected_loss_percentage: suspected } = ended.envelope
  const { total_results: total = count, returned_percentage: returned = 100 } = ended.envelope
  const areBounds = rows.some(({ percentage }) => percentage === undefined)
  const isEstimated = 'estimated' in ended.envelope
  return [
    h('p', { class: 'count' }, words.say('coats', { count: total })),
    count < total
      ? h('p', { class: 'banner' }, words.say('onlyFirst', { count, share: words.share(returned) }))
      : undefined,
    live === undefined
      ? undefined
      : h('p', { class: 'live' }, words.say('live', { share: words.share(live) })),
    live === undefined && suspected === undefined && !areBounds
      ? h('p', { class: 'quiet' }, words.say('allLive'))
      : undefined,
    losses(words, rows, 'lethal'),
    suspected === undefined
      ? undefined
      : h('p', { class: 'live' }, words.say('suspectedLoss', { share: words.share(suspected) })),
    losses(words, rows, 'suspected'),
    !areBounds && rows.some(({ percentage_band: band }) => band !== undefined && band.low !== band.high)
      ? h('p', { class: 'quiet' }, words.say(isEstimated ? 'bandOfPopulation' : 'bandNote'))
      : undefined,
  ]
}

/** Notes and assumptions of the answer, below the coats. */
export function foalGrounds({ words }: Page, ended: Ended): Child {
  const { notes = [] } = ended.kind === 'whole' ? ended.envelope : {}
  if (notes.length === 0) return undefined
  return h(
    'section',
    { class: 'follows' },
    h('h3', {}, words.say('restsOn')),
    h(
      'ul',
      { class: 'grounds' },
      notes.map(({ text }) => h('li', {}, text)),
    ),
  )
}

/** Each cause of loss with its percentage of the foals. */
function losses(words: Words, rows: readonly FoalRow[], status: 'lethal' | 'suspected'): Child {
  const lost = rows.filter(({ viability }) => viability?.status === status)
  const causes = groupedBy(lost, ({ viability }) => viability?.cause ?? '')
  if (causes.length === 0) return undefined
  return h(
    'ul',
    { class: `losses ${status}` },
    causes.map(([cause, group]) =>
      h('li', {}, words.say('lostFoals', { share: words.share(sumOf(group)), cause })),
    ),
  )
}
