/**
 * P19: foals of parents whose base colour genes nobody tested, under the frequencies of a shipped population, against
 * crosses of fully tested parents; one request at a time, none asked twice.
 */
import type { Ask } from '../../test/support/ask.js'
import { startRobe } from '../../test/support/children.js'
import { crossBody, likelyHorse, type Horse } from '../../test/support/questions.js'
import { seeded } from '../../test/phenotypes/random-horse.js'
import { pairBursts, startClient, type Loading } from '../http/pairs.js'
import { withChildren } from '../http/servers.js'
import type { Effort, Row } from '../row.js'

const POPULATION = 'arabian-russia'
const UNTESTED = { extension: ['?', '?'], agouti: ['?', '?'] }
/** More than one connection gets answers to in a second. */
const MAX_PER_SECOND = 4_000

export const P19: Row = {
  id: 'P19',
  title: 'Foals of partly tested parents',
  noticedBy: 'breeders who did not test every gene',
  measure: (effort: Effort) =>
    withChildren(async (keep) => {
      const client = keep(startClient())
      const server = keep(await startRobe())
      const most = Math.round((MAX_PER_SECOND * effort.burstMs) / 1000)
      const asking = (isTested: boolean): Loading => ({
        server,
        questions: (burst) => ({ kind: 'asks', asks: crosses(1000 * burst + 19, most, isTested) }),
        most,
        connections: 1,
      })
      const what = 'requests per second, fully tested ÷ base genes untested'
      return [await pairBursts(effort, client, [asking(true), asking(false)], what)]
    }),
}

function crosses(seed: number, count: number, isTested: boolean): readonly Ask[] {
  const random = seeded(seed)
  const parent = (): Horse => {
    const horse = likelyHorse(random)
    return isTested ? horse : { ...horse, base: UNTESTED }
  }
  return Array.from({ length: count }, () => ({
    path: '/coats/generateChild',
    body: crossBody(parent(), parent(), isTested ? {} : { population: POPULATION }),
  }))
}
