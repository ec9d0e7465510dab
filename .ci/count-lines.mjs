/**
 * `npm run lines`: how much there is to read. Lines of src/ by folder, without generated types, the pages (src/web) and what keeps
 * one client from holding up others, which is listed; then the longest files and the fullest folders.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

const GOAL = 19_000
const LONGEST = 220
const FULLEST = 16

/** Cost known before work, heavy work off the event loop, stops without a reset, a store in trouble seen. */
const ISOLATION = [
  'src/coats/offspring/cost.ts',
  'src/http/connection-limit.ts',
  'src/http/fairness/answer-threads.ts',
  'src/http/draining.ts',
  'src/http/fairness/held-refusals.ts',
  'src/http/fairness/loop-turn.ts',
  'src/model/cross/cross-work.ts',
  'src/ruleset/setting-faults.ts',
  'src/stores/sqlite/beside-server.ts',
  'src/stores/sqlite/file-watch.ts',
  'src/stores/sqlite/last-id.ts',
  'src/stores/sqlite/store-fault.ts',
  'src/stores/sqlite/store-files.ts',
]

/** What came after the goal was set: told for information, counted all the same. */
const LATER = [
  'src/inference/',
  'src/coats/infer/',
  'src/picture/',
  'src/coats/pictured.ts',
  'src/coats/request/near-misses.ts',
  'src/coats/request/sex.ts',
  'src/commands/infer.ts',
  'src/model/compile/populations.ts',
  'src/model/compile/sex.ts',
  'src/model/cross/by-sex.ts',
  'src/model/population.ts',
  'src/naming/estimate-notes.ts',
  'src/naming/read-name.ts',
  'src/rules/checks/chromosomes.ts',
  'src/rules/tables/lookalike-rows.ts',
  'src/rules/tables/picture-tables.ts',
  'src/rules/tables/population-table.ts',
]

const isApart = (file) =>
  file.startsWith('src/web/') ||
  file.startsWith('src/threads/') ||
  file.endsWith('.generated.ts') ||
  ISOLATION.includes(file)

const files = readdirSync('src', { recursive: true })
  .map((name) => `src/${name}`)
  .filter((name) => name.endsWith('.ts'))
  .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }))
const sum = (some) => some.reduce((total, { lines }) => total + lines, 0)
const grouped = (some, keyOf) => {
  const groups = new Map()
  for (const each of some) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each])
  return [...groups]
}

const counted = files.filter(({ file }) => !isApart(file))
const print = (text) => process.stdout.write(`${text}\n`)
// A reader such as head may have seen enough.
process.stdout.on('error', () => process.exit())

print(`src/ in all: ${sum(files)} lines in ${files.length} files`)
print(`counted: ${sum(counted)} of at most ${GOAL}`)
const later = counted.filter(({ file }) => LATER.some((begin) => file.startsWith(begin)))
print(
  `  of these ${sum(later)} for sexes, what is not known, pictures and near misses, which came after the goal was set`,
)
for (const [folder, own] of grouped(counted, ({ file }) =>
  file
    .split('/')
    .slice(0, 2)
    .join('/')
    .replace(/[^/]+\.ts$/, '*.ts'),
))
  print(`  ${folder}: ${sum(own)}`)
print('apart:')
for (const { file, lines } of files.filter(({ file }) => isApart(file) && !file.startsWith('src/web/')))
  print(`  ${file}: ${lines}`)
print(`  src/web: ${sum(files.filter(({ file }) => file.startsWith('src/web/')))}`)
print(
  `beyond ${LONGEST} lines: ${
    files
      .filter(({ lines }) => lines > LONGEST)
      .map(({ file, lines }) => `${file} ${lines}`)
      .join(', ') || 'none'
  }`,
)
const full = grouped(files, ({ file }) => dirname(file)).filter(([, own]) => own.length > FULLEST)
print(
  `folders of more than ${FULLEST} files: ${full.map(([folder, own]) => `${folder} ${own.length}`).join(', ') || 'none'}`,
)
process.exitCode = sum(counted) > GOAL || full.length > 0 ? 1 : 0
