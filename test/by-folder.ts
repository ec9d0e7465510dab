/**
 * `npm test`: all test files, those of a folder in one process. Given a folder or a file, it is such a process.
 * Guarantees: every *.test.js is run; one that cannot be loaded is a failure, and the others still run; the tests of a
 * file begin when those of the file before it and what they leave behind have ended.
 * Leaves to others: a file by itself, and coverage, which tap runs file by file.
 *
 * To start tap and to read the rules takes longer than what most files try; here they share both. A file that counts what
 * its process has done so far is named *.alone.test.ts and gets one of its own.
 */
import { readdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import t from 'tap'

/** Callers' own tests begin as callers do, in a process of their own. */
const CLIENT = 'clients/typescript/build/test'
const ROOTS = ['build/test', CLIENT]
/** Whoever takes longest begins first, so that at the end no processor waits for one that began late. */
const FIRST = [
  ...['process', 'page', 'http', 'contract', 'ruleset', 'examples', 'inference', 'browser', 'phenotypes'],
  ...['rules', 'model', 'oracle', 'crosses'],
].map((folder) => `build/test/${folder}`)
const JOBS = 3
/** A folder takes a minute or two; one that takes longer waits for what never comes. */
const MOST_SECONDS = 300

const given = process.argv[2]
if (given === undefined) runFolders()
else await runFiles(isTest(given) ? [given] : testsIn(given).filter((file) => !isAlone(file)))

function runFolders(): void {
  const files = ROOTS.flatMap((root) => testsIn(root, { recursive: true }))
  const shares = files.map((file) => (isAlone(file) || file.startsWith(CLIENT) ? file : dirname(file)))
  t.setTimeout(0)
  t.jobs = JOBS
  for (const each of new Set([...FIRST, ...shares]))
    void t.spawn(process.execPath, ['--enable-source-maps', fileURLToPath(import.meta.url), each], {
      name: each,
      buffered: true,
      timeout: MOST_SECONDS * 1000,
      // The process tells tap how long it may take, and that counts.
      env: { ...process.env, TAP_TIMEOUT: String(MOST_SECONDS) },
    })
}

async function runFiles(files: readonly string[]): Promise<void> {
  const ends: (() => unknown)[] = []
  // Tap ends all that a process leaves behind with the process, and takes no more tests once it knows of any.
  t.teardown = (end) => void ends.unshift(end)
  for (const file of files) {
    t.testdirName = resolve('.tap/fixtures', file.replaceAll('/', '-'))
    await import(pathToFileURL(file).href).catch((error: unknown) => t.fail(file, { error }))
    // A file's tests are asked for as it is loaded, so this one comes after them.
    await t.test(file, async () => {
      for (const end of ends.splice(0)) await end()
    })
  }
}

/** Test files in the order of their names. */
function testsIn(folder: string, options: { readonly recursive?: boolean } = {}): readonly string[] {
  return readdirSync(folder, { encoding: 'utf8', ...options })
    .filter(isTest)
    .sort()
    .map((name) => `${folder}/${name}`)
}

function isTest(name: string): boolean {
  return name.endsWith('.test.js')
}

function isAlone(name: string): boolean {
  return name.endsWith('.alone.test.js')
}
