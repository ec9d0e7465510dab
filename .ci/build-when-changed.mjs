/**
 * Before `npm start`, `npm run robe`, `npm pack`, the tests and tools: builds, and says so, unless nothing has changed since it last did.
 * Guarantees: a file or folder changed, added or removed since then means a build, by its time of change.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'

const BUILT = 'build/.built'
const SOURCES = [
  'src',
  'test',
  'bench',
  'rules',
  'locales',
  'openapi.yaml',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  '.ci/at-once.mjs',
  '.ci/bundle-page.mjs',
]

/** Also when an older file was put in its place. */
const changedAt = (path) => statSync(path).ctimeMs
const inside = (path) =>
  statSync(path).isDirectory()
    ? [path, ...readdirSync(path, { recursive: true }).map((name) => `${path}/${name}`)]
    : [path]

const built = statSync(BUILT, { throwIfNoEntry: false })?.mtimeMs ?? 0
if (SOURCES.flatMap(inside).some((path) => changedAt(path) > built)) {
  process.stderr.write('Building, which takes a moment…\n')
  const began = new Date()
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
  // What changes while it builds is built again the next time.
  writeFileSync(BUILT, '')
  utimesSync(BUILT, began, began)
}
