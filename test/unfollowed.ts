/**
 * Loaded into every test process before the test (package.json, tap, node-arg): the processes that a test starts run
 * as they do without tap.
 * Tap follows each of them to learn which files it loads, which doubles the cost of a start; only a measurement of
 * coverage makes use of it, and keeps it.
 */
import processOnSpawn from 'process-on-spawn'

if (process.env['_TAPJS_PROCESSINFO_COVERAGE_'] === '0') {
  processOnSpawn.removeAllListeners()
  const options = process.env['NODE_OPTIONS']?.split(' ') ?? []
  const kept = options.filter((option) => !option.includes('@tapjs/processinfo'))
  if (kept.length > 0) process.env['NODE_OPTIONS'] = kept.join(' ')
  else delete process.env['NODE_OPTIONS']
}
