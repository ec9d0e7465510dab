/**
 * `npm run python-types`: openapi.yaml → clients/python/src/robe_client/genes.py, the genes and alleles that type checkers know.
 * Leaves to others: noticing that the file is out of date (clients/python/tests/test_operations.py).
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parse } from 'yaml'

const { schemas } = parse(readFileSync('openapi.yaml', 'utf8')).components
const TARGET = 'clients/python/src/robe_client/genes.py'

/** `^(?:CR|PRL|N)$`: a pattern that lists the other spellings. */
const LISTED = /^\^\(\?:([^()?]+)\)\$$/

/** All spellings of a gene's alleles; undefined where they combine, so that no list holds them all. */
function spellingsOf({ items }) {
  const parts = items.anyOf ?? [items]
  const lists = parts.map(({ $ref, pattern }) =>
    $ref === undefined ? LISTED.exec(pattern)?.[1].split('|') : schemas[$ref.split('/').at(-1)].enum,
  )
  return lists.includes(undefined) ? undefined : lists.flat()
}

const quoted = (texts) => texts.map((text) => JSON.stringify(text)).join(', ')
const nameOf = (gene) => `${gene.replace(/(?:^|_)(.)/g, (_, letter) => letter.toUpperCase())}Allele`
const genesOf = (schema) => Object.entries(schemas[schema].properties)
const fields = (schema, typeOf) => genesOf(schema).map(([gene]) => `    ${gene}: Sequence[${typeOf(gene)}]`)

const allGenes = [...genesOf('RequestBaseGenes'), ...genesOf('RequestOtherGenes')]
const lines = [
  '"""Languages, genes and alleles of the rules that Robe ships.',
  '',
  'Written by `npm run python-types` from openapi.yaml.',
  '"""',
  '',
  'from typing import Literal, Sequence, TypedDict',
  '',
  `Language = Literal[${quoted(schemas.Language.enum)}]`,
  ...allGenes.map(([gene, schema]) => {
    const spellings = spellingsOf(schema)
    return spellings === undefined
      ? `${nameOf(gene)} = str  # alleles combine, as in To+DW20`
      : `${nameOf(gene)} = Literal[${quoted(spellings)}]`
  }),
  '',
  '',
  'class BaseGenes(TypedDict):',
  '    """Genes that must be there."""',
  '',
  ...fields('RequestBaseGenes', nameOf),
  '',
  '',
  'class OtherGenes(TypedDict, total=False):',
  '    """A gene left out is wild type."""',
  '',
  ...fields('RequestOtherGenes', nameOf),
  '',
  '',
  'class Genotype(BaseGenes, OtherGenes):',
  '    """All genes of an answer."""',
  '',
  '',
  'class PartlyTestedBaseGenes(TypedDict, total=False):',
  '    """Alleles, and signs for unknown ones such as `?`, `X|Y` and `!X`."""',
  '',
  ...fields('RequestBaseGenes', () => 'str'),
  '',
  '',
  'class PartlyTestedOtherGenes(TypedDict, total=False):',
  '    """Alleles, and signs for unknown ones such as `?`, `X|Y` and `!X`."""',
  '',
  ...fields('RequestOtherGenes', () => 'str'),
  '',
]
writeFileSync(TARGET, lines.join('\n'))
