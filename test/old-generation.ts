/**
 * What work leaves in the engine's old generation though nothing refers to it any more. One old object is enough to keep all
 * that it refers to until everything is collected, and such work slows down whoever comes after it.
 */
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * MiB by which the old generation has grown after the work was done so many times, if the young one was collected after
 * each `every` times and the old one never. The work must be warm.
 */
export async function piledUp(times: number, every: number, work: () => unknown): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (only?: { readonly type: 'minor' }) => void
  // Moves what there is now to the old generation.
  collect()
  const before = oldBytes()
  for (let i = 1; i <= times; i++) {
    await work()
    if (i % every === 0) collect({ type: 'minor' })
  }
  return (oldBytes() - before) / 2 ** 20
}

function oldBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0
}
