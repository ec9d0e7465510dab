/**
 * Applies `kit_linkage` to a partly tested parent.
 * Guarantees: a linkage group that the parent's own tests determine is judged as in a cross of genotyped parents, with the same
 * notes; in other groups a declaration acts if it is compatible with the tests.
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

/** Throws ClientError. @param horse index of the parent in the question */
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
  const undetermined = new Set(
    undeterminedLoci(question, horse).filter((index) => !isExact(tests.get(index))),
  )
  const isUndetermined = ({ group }: LinkedAllele): boolean =>
    model.groups[group]?.loci.some(({ index }) => undetermined.has(index)) === true
  const judged = judgeDeclaration(
    model,
    alleles.filter((each) => !isUndetermined(each)),
    genotype,
  )
  const idle = idleDeclarations(ruleset, { genotype, together: judged.together })
  const left = model.groups.flatMap((_, index) => {
    const inGroup = alleles.filter((each) => each.group === index && isUndetermined(each))
    const acting = compatibleWith(tests, undetermined, inGroup)
    return acting.length === 0 ? [] : [[index, acting] as const]
  })
  return {
    /** Index of the linkage group → alleles on the same chromosome. */
    together: new Map<number, readonly DeclaredAllele[]>([...judged.together, ...left]),
    /** Whether any declaration can change the parent's gametes. */
    acts: left.length > 0 || idle.length < judged.together.size,
    notes: [...judged.notes, ...idle],
  }
}

/** Whether both copies are known, apart from their phase. */
function isExact(test: Test | undefined): test is Test {
  return test?.pairs.flat().every(([term, ...others]) => others.length === 0 && term?.more === false) === true
}

/**
 * The parent's genotype with a placeholder (the wild type or the first allele) at undetermined loci. Only groups without such
 * loci are judged by it.
 */
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
 * The declared alleles of one group that the parent's tests allow. Empty if no copy of a locus can have all alleles declared
 * there, or if the remaining alleles determine no phase.
 * @param undetermined loci; other loci without a test are wild type
 */
function compatibleWith(
  tests: KnownHorse['tests'],
  undetermined: ReadonlySet<number>,
  alleles: readonly LinkedAllele[],
): readonly LinkedAllele[] {
  const canLie = (locus: ModelLocus, together: readonly LinkedAllele[]): boolean => {
    const test = tests.get(locus.index)
    if (test === undefined && undetermined.has(locus.index)) return true
    const terms: CopyPattern = test?.pairs.flat(2) ?? [{ has: [locus.wildType ?? 0], lacks: [], more: false }]
    return terms.some(({ has, lacks, more }) =>
      together.every(
        ({ allele }) => completeCopy(locus, has).includes(allele) || (more && !lacks.includes(allele)),
      ),
    )
  }
  const allowed = alleles.filter((each) => canLie(each.locus, [each]))
  const canAll = allowed.every(({ locus }) =>
    canLie(
      locus,
      allowed.filter((each) => each.locus === locus),
    ),
  )
  const [only] = allowed
  // A single allele determines no phase. Exception: a wild-type copy at a locus with several variants puts these on the other copy.
  const isInformative =
    allowed.length > 1 || (only?.locus.cis === true && only.allele === only.locus.wildType)
  return isInformative && canAll ? allowed : []
}
