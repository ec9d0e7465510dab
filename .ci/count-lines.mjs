/**
 * `npm run lines`: how much there is to read. Lines of src/ by folder, without generated types, the pages (src/web) and what keeps
 * one client from holding up others, which is listed; then the longest files and the fullest folders.
 *
 * The goal is for what the service did when it was set, and capabilities that came after add lines of their own: whole files, and
 * in files that are older those lines that git ascribes to the branches which brought them. Of a line that was worded anew since,
 * git knows the later commit only, so that it counts as one of before.
 */
import { execFileSync } from 'node:child_process'
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
  'src/stores/sqlite/last-id.ts',
  'src/stores/sqlite/store-fault.ts',
]

/** Files of what came after the goal was set. */
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

/** The merges by which it came, and what they brought. */
const BROUGHT = {
  '104400fd': 'documents that clients may keep, an id for every answer',
  a3959541: 'refusals that name the near miss',
  '934f0141': 'answers in the terminal’s language, a package with its rules compiled',
  d0ece6a0: 'the document as tools read it',
  '00e311ec': 'loci on the X chromosome, sexes',
  bfa95e69: 'what laboratories report',
  d3881c5d: 'cats',
  f7d2f6c3: 'names that breeders use',
  fe164c23: 'what else rules check and diff find',
  c6b7b123: 'pictures',
  '183de776': 'what is not known: untested genes, relatives, coats seen',
  e64bf980: 'the page and the core in a browser',
}

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

const git = (...words) => execFileSync('git', words, { encoding: 'utf8', maxBuffer: 2 ** 28 })

/** How many lines of these files each of the merges brought, by what it brought. */
function brought(some) {
  const capabilityOf = new Map()
  for (const [merge, capability] of Object.entries(BROUGHT))
    for (const commit of git('rev-list', `${merge}^1..${merge}^2`).trim().split('\n'))
      capabilityOf.set(commit, capability)
  const capabilities = some
    .flatMap(({ file }) => git('blame', '-wMCC', '-sl', file).trimEnd().split('\n'))
    .map((line) => capabilityOf.get(line.slice(0, 40)))
    .filter((capability) => capability !== undefined)
  return grouped(capabilities, (capability) => capability).map(([file, lines]) => ({
    file,
    lines: lines.length,
  }))
}

const counted = files.filter(({ file }) => !isApart(file))
const isLater = ({ file }) => LATER.some((begin) => file.startsWith(begin))
const later = counted.filter(isLater)
const older = counted.filter((each) => !isLater(each))
const shared = brought(older)
const ofBefore = sum(older) - sum(shared)
const print = (text) => process.stdout.write(`${text}\n`)
// A reader such as head may have seen enough.
process.stdout.on('error', () => process.exit())

print(`src/ in all: ${sum(files)} lines in ${files.length} files, of which count: ${sum(counted)}`)
print(`what the service did when the goal was set: ${ofBefore} of at most ${GOAL}`)
print(`what came after, in files of its own: ${sum(later)}, in older files: ${sum(shared)}`)
for (const { file: capability, lines } of shared) print(`  ${capability}: ${lines}`)
print('what counts, by folder:')
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
process.exitCode = ofBefore > GOAL || full.length > 0 ? 1 : 0
