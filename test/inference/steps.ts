/**
 * Counts what is really done while something is worked out: how often each block of our code is entered, as V8 counts it.
 * Guarantees: the same work has the same count, whatever the machine does meanwhile; hardly more than a hundredth of a
 * microsecond each.
 */
import { Session } from 'node:inspector/promises'

export interface Steps {
  readonly of: (run: () => unknown) => Promise<number>
  readonly end: () => Promise<void>
}

/** Undefined where coverage is being measured: V8 counts for one asker at a time. */
export async function createSteps(): Promise<Steps | undefined> {
  if (process.env['NODE_V8_COVERAGE'] !== undefined) return undefined
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  const taken = async (): Promise<number> => {
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const own = result.filter(({ url }) => url.includes('/build/src/'))
    const blocks = own.flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    return blocks.reduce((sum, { count }) => sum + count, 0)
  }
  return {
    of: async (run) => {
      await taken()
      run()
      return taken()
    },
    end: async () => {
      await session.post('Profiler.stopPreciseCoverage')
      session.disconnect()
    },
  }
}
