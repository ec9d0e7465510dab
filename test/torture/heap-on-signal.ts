/**
 * Loaded into a server whose memory is watched: at a SIGWINCH it collects everything and prints what is left.
 * Guarantees: costs nothing until it is asked.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  process.on('SIGWINCH', () => {
    collect()
    // What the first collection let go of may have held more, such as finalizers' own.
    collect()
    process.stderr.write(`torture-memory ${JSON.stringify(process.memoryUsage())}\n`)
  })
}
