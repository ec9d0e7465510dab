/**
 * A studbook of a million animals over ten generations, with 500 impossible trios and 5 000 wrong colours planted, checked by
 * `robe batch --op check` and by plain enumeration. Takes minutes, so it is a command of its own; writes test/sweep/studbook.md and
 * exits 1 on a difference. ANIMALS and SEED ask other studbooks.
 */
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Papa from 'papaparse'
import { plantedStudbook } from '../batch/planted-studbook.js'
import { herdLines } from '../batch/realistic-herd.js'
import { ROOT, shippedRuleset } from '../phenotypes/shipped.js'

const ANIMALS = Number(process.env['ANIMALS'] ?? 1_000_000)
const SEED = Number(process.env['SEED'] ?? 1)
const SHARE = ANIMALS / 1_000_000
const MOST_MEGABYTES = 300
const CLI = fileURLToPath(new URL('build/src/cli.js', ROOT))
const ruleset = await shippedRuleset()
const folder = mkdtempSync(join(tmpdir(), 'robe-studbook-'))
const file = join(folder, 'book.csv')
const failures: string[] = []

const book = plantedStudbook(ruleset, {
  seed: SEED,
  animals: ANIMALS,
  generations: 10,
  wrongCoats: Math.round(5000 * SHARE),
  impossibleTrios: Math.round(500 * SHARE),
  tested: 0.1,
})
const herd = join(folder, 'herd.csv')
await write(file, book.lines())
await write(herd, herdLines(ANIMALS, SEED))

async function write(path: string, lines: Iterable<string>): Promise<void> {
  const stream = createWriteStream(path)
  let text = ''
  for (const line of lines) {
    text += line
    if (text.length < 1 << 20) continue
    if (!stream.write(text)) await once(stream, 'drain')
    text = ''
  }
  stream.end(text)
  await once(stream, 'close')
}

interface Ran {
  readonly seconds: number
  readonly cpu: number
  readonly megabytes: number
}

/** Runs a batch; GNU time tells what it took. */
function run(...words: readonly string[]): Promise<Ran> {
  const measure = join(folder, 'time.txt')
  const child = spawn(
    '/usr/bin/time',
    ['-f', '%e %U %S %M', '-o', measure, process.execPath, CLI, 'batch', ...words],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '' },
    },
  )
  return new Promise((resolve, reject) =>
    child.on('exit', (code) => {
      if (code !== 0) return reject(new Error(`robe batch ${words.join(' ')}: exit code ${code}`))
      const [seconds = 0, user = 0, system = 0, kilobytes = 0] = readFileSync(measure, 'utf8')
        .trim()
        .split(' ')
        .map(Number)
      resolve({ seconds, cpu: user + system, megabytes: Math.round(kilobytes / 1024) })
    }),
  )
}

const hashOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')
const TABLES = ['faults.csv', 'animals.csv', 'parents.csv', 'loci.csv']
const check = await run(
  '--op',
  'check',
  '--in',
  file,
  '--out',
  join(folder, 'one'),
  '--workers',
  '1',
  '--lang',
  'en',
)
await run('--op', 'check', '--in', file, '--out', join(folder, 'two'), '--workers', '2', '--lang', 'en')
for (const name of TABLES)
  if (hashOf(join(folder, 'one', name)) !== hashOf(join(folder, 'two', name)))
    failures.push(`${name} differs with two workers`)
if (check.megabytes > MOST_MEGABYTES)
  failures.push(`the check takes ${check.megabytes} MB, more than ${MOST_MEGABYTES}`)

const { data } = Papa.parse<Record<string, string>>(
  readFileSync(join(folder, 'one/faults.csv'), 'utf8').trimEnd(),
  { header: true },
)
const reported = new Map(
  data.filter(({ kind }) => kind === 'impossible').map((row) => [row['foal'] ?? '', row]),
)
const idOf = (animal: number): string => `H${String(animal).padStart(7, '0')}`
let impossible = 0
let differing = 0
for (let animal = 0; animal < ANIMALS; animal++) {
  const isImpossible = book.isImpossible(animal)
  if (isImpossible) impossible++
  if (isImpossible !== reported.has(idOf(animal))) differing++
}
if (differing > 0) failures.push(`${differing} trios are judged otherwise than by enumeration`)

/** Of the planted mistakes that some fault tells of, how often they are the first and among the first three corrections. */
function found(planted: ReadonlySet<number>, correctionOf: (id: string) => string) {
  const byFirst = new Map<string, string[]>()
  for (const row of reported.values()) {
    const corrections = [row['first_correction'] ?? '', ...(row['other_corrections'] ?? '').split('; ')]
    corrections.forEach((correction, place) =>
      byFirst.set(`${correction} ${Math.min(place, 3)}`, corrections),
    )
  }
  const [seen, first, three] = [[0, 1, 2, 3], [0], [0, 1, 2]].map(
    (places) =>
      [...planted].filter((animal) =>
        places.some((place) => byFirst.has(`${correctionOf(idOf(animal))} ${place}`)),
      ).length,
  )
  return { planted: planted.size, seen: seen ?? 0, first: first ?? 0, three: three ?? 0 }
}
const coats = found(book.wrongCoats, (id) => `coat and genes of ${id}`)
const sires = found(book.wrongSires, (id) => `sire of ${id}`)
const coatsWith = (workers: string): Promise<Ran> =>
  run(
    '--op',
    'coat',
    '--in',
    herd,
    '--out',
    join(folder, `coats${workers}.csv`),
    '--workers',
    workers,
    '--lang',
    'en',
  )
const coat = await coatsWith('1')
const coat2 = await coatsWith('2')
if (hashOf(join(folder, 'coats1.csv')) !== hashOf(join(folder, 'coats2.csv')))
  failures.push('coats differ with two workers')
const megabytes = Math.round(statSync(file).size / 2 ** 20)
rmSync(folder, { recursive: true })

const number = (value: number): string => Math.round(value).toLocaleString('en-US')
const percent = (share: number, all: number): string => `${((100 * share) / all).toFixed(1)} %`
const ran = ({ seconds, cpu, megabytes: memory }: Ran): string =>
  `${seconds.toFixed(1)} s | ${cpu.toFixed(1)} s | ${memory} MB`
const load = execFileSync('uptime')
  .toString()
  .replace(/.*load average: /s, '')
  .trim()
const report = `# A studbook of ${number(ANIMALS)} animals

Rule set ${ruleset.version}, seed ${SEED}: ten generations, six loci, a tenth of the animals tested at each; ${number(coats.planted)} wrong colours and ${number(sires.planted)} sires with whom
the foal is impossible were planted. ${megabytes} MB of CSV, ${availableParallelism()} processors, Node ${process.version}; load when it ended: ${load}.

- Enumeration of ${number(book.distinctTrios())} distinct trios calls ${number(impossible)} of the parentages impossible; \`robe batch --op check\` reports ${number(reported.size)}; they differ in ${differing}.
- Wrong colours that some impossible parentage tells of: ${number(coats.seen)}. The wrong colour is the first correction of ${percent(coats.first, coats.seen)} of them, and among the first three of ${percent(coats.three, coats.seen)}.
- Wrong sires: the sire is the first correction of ${percent(sires.first, sires.planted)}, among the first three of ${percent(sires.three, sires.planted)}: the foal's colour would explain the same.

| command | time | processor time | memory |
|---|---|---|---|
| \`--op check\` | ${ran(check)} |
| \`--op coat --workers 1\` | ${ran(coat)} |
| \`--op coat --workers 2\` | ${ran(coat2)} |

The coats are those of ${number(ANIMALS)} other animals, tested at twelve genes: ${number(ANIMALS / coat.cpu)} rows a second of processor time.

Written by \`npm run sweep:studbook\`; not edited by hand.
`
if (ANIMALS === 1_000_000) writeFileSync(new URL('test/sweep/studbook.md', ROOT), report)
process.stdout.write(`${[report, ...failures].join('\n')}\n`)
if (failures.length > 0) process.exitCode = 1
