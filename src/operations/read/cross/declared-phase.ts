/**
 * What `kit_linkage` declares of a partly tested parent.
 * Guarantees: a linkage group of which its own tests settle everything is judged as in a cross of tested parents, with the same
 * notes; of the others acts what the tests leave.
 */
import { pairOf } from '../../../genetics/genotype.js'
import type { DeclaredAllele } from '../../../genetics/haplotype.js'
import { completeCopy } from '../../../genetics/locus.js'
import type { CopyPattern, KnownHorse, Question, Test } from '../../../inference/question.js'
import { judgeDeclaration, type LinkedAllele } from '../../../model/cross/linkage.js'
import type { HorseGenotype, ModelLocus } from '../../../model/model.js'
import { allelesOnSide, idleDeclarations, type LinkageSides } from './linkage.js'
import type { Ruleset } from '../../ruleset.js'
import { undeterminedLoci } from '../../infer/undetermined-loci.js'

/** Throws ClientError. @param horse place of the parent in the question */
export function readDeclared(
  ruleset: Ruleset,
  sides: LinkageSides,
  parent: keyof LinkageSides,
  question: Question,
  horse: number,
) {
  const { model } = ruleset
  const { tests } = question.horses[horse] as KnownHorse
  const genotype = testedGenotype(ruleset, tests)
  const alleles = allelesOnSide(ruleset, sides, parent, genotype)
  const unsettled = new Set(undeterminedLoci(question, horse).filter((index) => !isExact(tests.get(index))))
  const isUnsettled = ({ group }: LinkedAllele): boolean =>
    model.groups[group]?.loci.some(({ index }) => unsettled.has(index)) === true
  const judged = judgeDeclaration(
    model,
    alleles.filter((each) => !isUnsettled(each)),
    genotype,
  )
  const idle = idleDeclarations(ruleset, { genotype, together: judged.together })
  const left = model.groups.flatMap((_, index) => {
    const own = alleles.filter((each) => each.group === index && isUnsettled(each))
    const acting = leftOf(tests, unsettled, own)
    return acting.length === 0 ? [] : [[index, acting] as const]
  })
  return {
    /** Index of the linkage group → alleles that lie together. */
    together: new Map<number, readonly DeclaredAllele[]>([...judged.together, ...left]),
    /** Whether some of it can change what the parent hands on. */
    acts: left.length > 0 || idle.length < judged.together.size,
    notes: [...judged.notes, ...idle],
  }
}

/** Whether copies are known, but for which of two ways they lie. */
function isExact(test: Test | undefined): test is Test {
  return test?.pairs.flat().every(([term, ...others]) => others.length === 0 && term?.more === false) === true
}

/** Where something is unsettled the wild type stands in, or any allele: what is judged by it are groups of which all is settled. */
function testedGenotype({ model, genotypes }: Ruleset, tests: KnownHorse['tests']): HorseGenotype {
  return model.loci.map((locus) => {
    const test = tests.get(locus.index)
    const wild = [locus.wildType ?? 0]
    const layouts = isExact(test) ? test.pairs : [[[{ has: wild }], [{ has: wild }]] as const]
    return genotypes.of(
      locus,
      layouts.map(([a, b]) => pairOf(a[0]?.has ?? wild, b[0]?.has ?? wild)),
    )
  })
}

/**
 * Alleles of one group, as far as the parent's tests leave them; none where at some locus they leave no copy with all that is
 * declared there, or where what is left says nothing by itself.
 * @param unsettled loci; without a test all others are wild type
 */
function leftOf(
  tests: KnownHorse['tests'],
  unsettled: ReadonlySet<number>,
  alleles: readonly LinkedAllele[],
): readonly LinkedAllele[] {
  const canLie = (locus: ModelLocus, together: readonly LinkedAllele[]): boolean => {
    const test = tests.get(locus.index)
    if (test === undefined && unsettled.has(locus.index)) return true
    const terms: CopyPattern = test?.pairs.flat(2) ?? [{ has: [locus.wildType ?? 0], lacks: [], more: false }]
    return terms.some(({ has, lacks, more }) =>
      together.every(
        ({ allele }) => completeCopy(locus, has).includes(allele) || (more && !lacks.includes(allele)),
      ),
    )
  }
  const own = alleles.filter((each) => canLie(each.locus, [each]))
  const canAll = own.every(({ locus }) =>
    canLie(
      locus,
      own.filter((each) => each.locus === locus),
    ),
  )
  const [only] = own
  // One allele says nothing by itself, but for the wild type where variants can share a copy: they do then.
  const speaks = own.length > 1 || (only?.locus.cis === true && only.allele === only.locus.wildType)
  return speaks && canAll ? own : []
}
