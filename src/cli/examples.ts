/**
 * The examples at the end of each command's help, with genotypes made from the genes of the configured rules.
 * test/commands/help-examples.slow.ts runs them all and fails for a command without one.
 */
import type { Command } from 'commander'
import { vocabularyOf, type GeneVocabulary } from '../operations/genes/genes.js'
import type { Entry } from '../naming/lexicon.js'
import { createRuleset, type Ruleset } from '../operations/ruleset.js'
import { ConfigError, readConfig } from '../service/config.js'
import { readContractText } from '../service/http/contract/contract-file.js'
import { prebuiltSnapshot } from '../service/snapshot/first-snapshot.js'

/** Command → examples, in an order in which they can be run. DAM and SIRE are replaced by genotypes, NAME by a coat's name. */
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  serve: ['robe serve', 'PORT=8080 STORE=sqlite:/var/lib/robe/robe.db robe serve'],
  coat: ["robe coat 'DAM'", "robe coat 'DAM' --explain", "robe coat 'DAM' --svg > coat.svg"],
  cross: [
    "robe cross --mother 'DAM' --father 'SIRE' --group-by coat",
    "robe cross --mother 'DAM' --father 'SIRE' --limit 5 --all",
  ],
  infer: ['robe infer question.yaml', 'robe infer question.yaml --json'],
  genotypes: ["robe genotypes 'NAME'", "robe genotypes 'NAME' --json"],
  'read-report': ['robe read-report report.txt', 'robe read-report report.txt --sex m --json'],
  parentage: ['robe parentage parentage.yaml', 'robe parentage parentage.yaml --json'],
  mate: ['robe mate mates.json', 'robe mate mates.json --limit 5 --json'],
  'next-test': ['robe next-test tests.yaml', 'robe next-test tests.yaml --json'],
  batch: [
    'robe batch --op coat --in herd.csv --out coats.csv',
    'robe batch --in questions.ndjson --workers 2 --strict > answers.ndjson',
  ],
  mcp: ['robe mcp'],
  'keys create': [
    "robe keys create --name 'Stud book' --plan standard",
    "robe keys create --name 'Trial' --plan free --expires never --endpoints coats.result,coats.genes",
  ],
  'keys rotate': ['robe keys rotate 1 --overlap 24h'],
  'keys set': ['robe keys set 1 --plan premium --limit-hour 5000'],
  'keys suspend': ['robe keys suspend 2'],
  'keys resume': ['robe keys resume 2'],
  'keys revoke': ['robe keys revoke 2'],
  'keys list': ['robe keys list', 'robe keys list --json'],
  'keys show': ['robe keys show 1'],
  'keys usage': ['robe keys usage 1'],
  'keys audit': ['robe keys audit 1'],
  'keys export': ['robe keys export > keys.jsonl'],
  'keys import': ['STORE=sqlite:other.db robe keys import keys.jsonl'],
  'usage report': ['robe usage report --month 2026-01 --csv'],
  'store backup': ['robe store backup backup.db'],
  'contract write': ['robe contract write'],
  'contract check': ['robe contract check'],
  'rules check': ['robe rules check --in examples/cat'],
  'rules test': ['robe rules test --in examples/cat'],
  'rules explain': ["robe rules explain 'DAM'", "robe rules explain 'DAM' --short"],
  'rules diff': ['robe rules diff examples/cat --in examples/cat'],
  'rules coverage': ['robe rules coverage --in examples/cat'],
  'rules new locus': ['robe rules new locus example --allele Ex --in my-rules'],
  'rules new table': ['robe rules new table example --in my-rules'],
  'rules new language': ['robe rules new language nl --in my-rules'],
  'rules new species': ['robe rules new species rabbit'],
  'rules catalogue': ['robe rules catalogue --in examples/cat > genetics.md'],
  'rules finish': ['robe rules finish --check', 'robe rules finish --in my-rules'],
}

const MAX_GROUP_EXAMPLES = 5

/** Adds examples to the help of each command; groups show the first example of each of their commands. */
export function withHelpExamples(command: Command, path: readonly string[] = []): void {
  const below = path.length === 0 ? '' : `${path.join(' ')} `
  const examples =
    EXAMPLES[path.join(' ')] ??
    Object.entries(EXAMPLES)
      .flatMap(([words, [first = '']]) => (words.startsWith(below) ? [first] : []))
      .slice(0, MAX_GROUP_EXAMPLES)
  if (examples.length > 0) command.addHelpText('after', () => examplesText(examples))
  for (const each of command.commands) withHelpExamples(each, [...path, each.name()])
}

function examplesText(examples: readonly string[]): string {
  const ruleset = compiledRuleset()
  const { dam, sire } = exampleGenotypes(ruleset === undefined ? [] : vocabularyOf(ruleset))
  const name = ruleset === undefined ? 'a coat' : exampleName(ruleset)
  const lines = examples.map(
    (each) => `  $ ${each.replace('DAM', dam).replace('SIRE', sire).replace('NAME', name)}`,
  )
  return ['', 'Examples:', ...lines].join('\n')
}

/** Uses the compiled rules of the build; compiling others would take seconds, which is too long for help. */
function exampleGenotypes(vocabulary: readonly GeneVocabulary[]) {
  const genes = vocabulary.filter(({ noCopy, notation }) => noCopy === null && notation === 'pair')
  const required = genes.filter((gene) => gene.required)
  const another = genes.find((gene) => !gene.required)
  if (another === undefined) return { dam: 'gene=allele/allele …', sire: 'gene=allele/allele …' }
  const carrier = required.map(({ gene, alleles }) => `${gene}=${alleles[0]}/${alleles[1]}`)
  return {
    dam: [...carrier, `${another.gene}=${another.alleles[0]}/${another.alleles.at(-1)}`].join(' '),
    sire: required.map(({ gene, alleles }) => `${gene}=${alleles[1]}/${alleles[1]}`).join(' '),
  }
}

/** The first word of the first language that names a coat. */
function exampleName({ lexicons }: Ruleset): string {
  const [lexicon] = lexicons.values()
  const isPlain = ({ position, tokens, term }: Entry): boolean =>
    position === 'name' && tokens.length === 1 && /^\p{L}+$/u.test(term)
  return lexicon?.entries.find(isPlain)?.term ?? 'a coat'
}

function compiledRuleset(): Ruleset | undefined {
  try {
    const { snapshot } = prebuiltSnapshot({ ...readConfig(process.env), contractText: readContractText() })
    if (snapshot === undefined) return undefined
    return createRuleset(snapshot.model, snapshot.lexicons, snapshot.maxResults)
  } catch (error) {
    // Help must work even if a setting is invalid.
    if (error instanceof ConfigError) return undefined
    throw error
  }
}
