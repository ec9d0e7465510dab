/**
 * What is to be known of the foals before their coats: how many coats there are, how many foals live, and what the answer
 * does not hold.
 */
import type { OffspringAnswer } from '../../../../coats/answers.js'
import { groupedBy, sumOf, type FoalRow } from '../../form/foals.js'
import type { Words } from '../../texts.js'
import { h, type Child } from '../dom.js'
import type { Fault } from '../worker.js'

/** How a cross ended. */
export type Ended =
  | { readonly kind: 'whole'; readonly envelope: Omit<OffspringAnswer, 'results'> }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'fault'; readonly fault: Fault }

export function foalSummary(words: Words, rows: readonly FoalRow[], ended: Ended): readonly Child[] {
  if (ended.kind === 'fault') {
    const { code, message } = ended.fault
    const text = code === 'RESULT_TOO_LARGE' ? words.say('tooMuch') : words.say('fault', { message })
    return [h('p', { class: 'banner fault' }, text)]
  }
  const count = rows.length
  const listed = sumOf(rows)
  if (ended.kind === 'stopped')
    return [h('p', { class: 'banner' }, words.say('stopped', { count, share: words.share(listed) }))]
  const { live_foal_percentage: live, suspected_loss_percentage: suspected, notes = [] } = ended.envelope
  const { total_results: total = count, returned_percentage: returned = 100 } = ended.envelope
  return [
    h('p', { class: 'count' }, words.say('coats', { count: total })),
    count < total
      ? h('p', { class: 'banner' }, words.say('onlyFirst', { count, share: words.share(returned) }))
      : undefined,
    live === undefined
      ? undefined
      : h('p', { class: 'live' }, words.say('live', { share: words.share(live) })),
    live === undefined && suspected === undefined
      ? h('p', { class: 'quiet' }, words.say('allLive'))
      : undefined,
    losses(words, rows, 'lethal'),
    suspected === undefined
      ? undefined
      : h('p', { class: 'live' }, words.say('suspectedLoss', { share: words.share(suspected) })),
    losses(words, rows, 'suspected'),
    rows.some(({ percentage_band: band }) => band !== undefined && band.low !== band.high)
      ? h('p', { class: 'quiet' }, words.say('bandNote'))
      : undefined,
    ...notes.map(({ text }) => h('p', { class: 'quiet' }, text)),
  ]
}

/** Each cause with the share of the foals that it takes. */
function losses(words: Words, rows: readonly FoalRow[], status: 'lethal' | 'suspected'): Child {
  const lost = rows.filter(({ viability }) => viability?.status === status)
  const causes = groupedBy(lost, ({ viability }) => viability?.cause ?? '')
  if (causes.length === 0) return undefined
  return h(
    'ul',
    { class: `losses ${status}` },
    causes.map(([cause, own]) =>
      h('li', {}, words.say('lostFoals', { share: words.share(sumOf(own)), cause })),
    ),
  )
}
