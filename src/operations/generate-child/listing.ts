/**
 * The foals of two parents of which all genes are known, most probable first, as genotypes or as coats.
 * Guarantees: nothing is cut off silently; a large answer is never held as a whole.
 * Leaves to others: the rows themselves (rows.ts), reading the question (offspring.ts).
 */
import { percentOf } from '../../genetics/probability.js'
import { foalsOfSex } from '../../model/cross/by-sex.js'
import type { Cross } from '../../model/cross/cross.js'
import type { Declaration } from '../../model/cross/linkage.js'
import type { Fractions } from '../../model/cross/zygotes.js'
import type { Lexicon } from '../../naming/lexicon.js'
import { ClientError } from '../client-error.js'
import { integers, valuesOf } from '../read/accepted.js'
import type { GenotypedAnimal } from '../read/animal.js'
import { idleDeclarations, linkageNotes, type LinkageSides } from '../read/cross/linkage.js'
import type { CrossOptions } from '../read/options.js'
import type { SexOptions } from '../read/sex.js'
import { lexiconOf, type Ruleset } from '../ruleset.js'
import { shownGenes } from '../shown-genes.js'
import { joinedNotes, writeNote, type Note } from '../wording.js'
import { coatRows, genotypeRows } from './rows.js'

/** A parent with what is declared of its phase. */
export interface DeclaredParent extends GenotypedAnimal, Declaration {
  readonly name: keyof LinkageSides
}

export type OffspringListing = Readonly<ReturnType<typeof openListing>>

/** Everything but the rows is worked out here; rows are when they are taken. */
export function openListing(
  ruleset: Ruleset,
  options: CrossOptions,
  bySex: SexOptions | undefined,
  parents: readonly [DeclaredParent, DeclaredParent],
) {
  const [mother, father] = parents
  const crossUnder = (fractions: Fractions): Cross => {
    const all = ruleset.offspring.cross(mother, father, fractions)
    if (bySex?.half === undefined) return all
    return foalsOfSex(bySex.sexes, bySex.half === 'daughters' ? 'female' : 'male', all)
  }
  const cross = crossUnder('best')
  if (options.groupBy === undefined && options.limit === undefined) refuseIfTooLarge(ruleset, cross.genotypes)
  const safety = ruleset.offspring.safety(cross)
  const underOthers = options.band ? (['low', 'high'] as const) : []
  const crosses: [Cross, ...Cross[]] = [cross, ...underOthers.map(crossUnder)]
  const show = shownGenes(ruleset, new Set([...mother.genes.named, ...father.genes.named]), [
    'base',
    'others',
  ])
  const listed = options.groupBy === undefined ? genotypeRows : coatRows
  const list = listed({ ruleset, options, bySex, show, crosses })
  if (options.limit === undefined) refuseIfTooLarge(ruleset, list.total)
  const lexicon = lexiconOf(ruleset.lexicons, options.language)
  const idle = parents.map((parent) => idleDeclarations(ruleset, parent))
  const notes: readonly Note[] = [
    ...parents.flatMap(({ genes }) => joinedNotes(lexicon, genes.joined)),
    ...parents.flatMap(({ name, notes: ignored }) => linkageNotes(lexicon, name, ignored)),
    ...parents.flatMap(({ name }, i) => linkageNotes(lexicon, name, idle[i] ?? [])),
    ...(bySex === undefined ? [] : parents.flatMap((parent) => notesOfLost(ruleset, parent, lexicon))),
    ...safety.notes.map((code) => writeNote(lexicon, code, 'results')),
  ]
  const envelope = {
    has_kit_linkage: parents.some(({ together }, i) => (idle[i]?.length ?? 0) < together.size),
    has_IDK: options.hasIdk,
    /** Which half of the foals all percentages are of. */
    ...(bySex?.half && { of: bySex.half }),
    ...(safety.lethal > 0n && { live_foal_percentage: percentOf(cross.total - safety.lethal, cross.total) }),
    ...(safety.suspected > 0n && { suspected_loss_percentage: percentOf(safety.suspected, cross.total) }),
    ...(options.limit !== undefined && {
      total_results: Number(list.total),
      returned_percentage: percentOf(list.returned(), cross.total),
    }),
    ...(notes.length > 0 && { notes }),
  }
  return {
    /** The answer but for its rows. */
    envelope,
    /** As they are taken. */
    rows: list.rows,
    source: list.source,
  }
}

/** Of a parent that is not expected to live itself, why its foals are computed all the same. */
function notesOfLost(
  ruleset: Ruleset,
  { name, genotype }: DeclaredParent,
  lexicon: Lexicon,
): readonly Note[] {
  const { coat, notes } = ruleset.phenotypes.of(genotype)
  return coat.viability?.status === 'lethal' ? notes.map((code) => writeNote(lexicon, code, name)) : []
}

function refuseIfTooLarge(ruleset: Ruleset, total: bigint): void {
  if (total <= BigInt(ruleset.maxResults)) return
  throw new ClientError(
    'RESULT_TOO_LARGE',
    `This cross has ${total} possibilities, more than the ${ruleset.maxResults} that one answer may hold: send limit or group_by=coat`,
    {
      field: 'limit',
      value: Number(total),
      expected: valuesOf([integers(1, ruleset.maxResults)]),
    },
  )
}
