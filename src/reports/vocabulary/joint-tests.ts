/**
 * The signs of all tests for one locus together, for results such as `X/Y` that name a variant of each of two tests.
 */
import type { ReportTest } from './terms.js'

export function jointTests(tests: readonly ReportTest[]): readonly ReportTest[] {
  const loci = new Set(tests.map(({ locus }) => locus))
  return [...loci].flatMap((locus) => {
    const own = tests.filter((test) => test.locus === locus)
    const [first] = own
    if (first === undefined || own.length < 2) return []
    const found = (signs: ReportTest['signs']) => [...signs].filter(([, { kind }]) => kind === 'has')
    const test: ReportTest = {
      ...first,
      id: '',
      labels: [],
      finds: [...new Set(own.flatMap(({ finds }) => finds))],
      isEach: true,
      isPresence: false,
      isJoint: true,
      signs: new Map(own.flatMap(({ signs }) => found(signs))),
      slashSigns: new Map(),
      labelSigns: new Map(),
      asksPair: new Map(own.flatMap(({ asksPair }) => [...asksPair])),
    }
    return [test]
  })
}
