/**
 * Classes of a locus are its genotypes as a table sees them: none missing, none split, none invented.
 */
import t from 'tap'
import { dosageOf } from '../../src/genetics/genotype.js'
import type { Copy, Locus } from '../../src/genetics/locus.js'
import { classesOf, classOf } from '../../src/model/compile/classes.js'
import { atomHolds, type Atom, type Dosage } from '../../src/model/compile/predicate.js'
import { oneOf, seeded, someOf, type Random } from '../phenotypes/random-horse.js'

const CIS: Locus = {
  key: 'k',
  index: 0,
  alleles: ['P', 'Q', 'R', 'S', 'n'],
  wildType: 4,
  cis: true,
  noCopy: null,
}
const PLAIN: Locus = { key: 'm', index: 0, alleles: ['C', 'L', 'n'], wildType: 2, cis: false, noCopy: null }

/** Every genotype there is: of the `cis` locus every set of variants on either copy. */
function genotypesOf(locus: Locus): readonly Dosage[] {
  const wild = locus.wildType ?? 0
  const variants = locus.alleles.flatMap((_, allele) => (allele === wild ? [] : [allele]))
  const sets = Array.from({ length: 2 ** variants.length }, (_, bits): Copy => {
    const copy = variants.filter((_, i) => (bits >> i) % 2 === 1)
    return copy.length === 0 ? [wild] : copy
  })
  const copies = locus.cis ? sets : locus.alleles.map((_, allele): Copy => [allele])
  return copies.flatMap((first) => copies.map((second) => dosageOf(locus, [first, second])))
}

function randomAtom(locus: Locus, random: Random): Atom {
  const alleles = locus.alleles.map((_, allele) => allele)
  const askable = locus.cis ? alleles.filter((allele) => allele !== locus.wildType) : alleles
  const some = someOf(random, askable, 1 + Math.floor(random() * askable.length)).toSorted((a, b) => a - b)
  const allele = oneOf(random, askable)
  const copies = oneOf(random, [0, 1, 2])
  const [least, most] = oneOf<readonly [number, number]>(random, [
    [copies, copies],
    [1, 2],
  ])
  const named = { kind: 'named', least, most } as const
  switch (oneOf(random, ['one', 'none', 'expression', 'sole', locus.cis ? 'expression' : 'pair'] as const)) {
    case 'one':
      return { ...named, among: [allele] }
    case 'none':
      return { ...named, among: some, least: 0, most: 0 }
    case 'pair':
      return { kind: 'pair', among: [allele, oneOf(random, askable)] }
    case 'sole':
      return { kind: 'sole', among: [allele, ...some.filter((each) => each !== allele)] }
    case 'expression': {
      const same = oneOf(random, [undefined, true, false])
      return { kind: 'expression', among: some, least, most, ...(same !== undefined && { same }) }
    }
  }
}

for (const locus of [CIS, PLAIN]) {
  const what = locus.cis ? 'a locus whose copies carry any set of variants' : 'a plain locus'
  t.test(`classes of ${what} are complete and exact, by brute force over 300 random tables`, (t) => {
    const random = seeded(locus.cis ? 1 : 2)
    const genotypes = genotypesOf(locus)
    for (let i = 0; i < 300; i++) {
      const atoms = Array.from({ length: 1 + Math.floor(random() * 4) }, () => randomAtom(locus, random))
      const truth = (dosage: Dosage): string => atoms.map((atom) => Number(atomHolds(atom, dosage))).join('')
      const classes = classesOf(locus, atoms)
      const { examples } = classes
      const truths = new Set(genotypes.map(truth))
      const faults: string[] = []
      if (examples.length !== truths.size) faults.push(`${examples.length} classes, ${truths.size} truths`)
      examples.forEach((example, number) => {
        if (!truths.has(truth(example))) faults.push(`the class ${number} is no genotype's`)
        if (classOf(classes, example) !== number)
          faults.push(`the example of ${number} is in ${classOf(classes, example)}`)
      })
      for (const dosage of genotypes) {
        if (truth(examples[classOf(classes, dosage)] ?? dosage) !== truth(dosage))
          faults.push(`[${dosage.join()}] is misplaced`)
      }
      if (faults.length > 0) t.strictSame(faults.slice(0, 3), [], JSON.stringify(atoms))
    }
    t.end()
  })
}

t.test('the example of a class carries as few variants as any genotype of it', (t) => {
  const random = seeded(3)
  const carried = (dosage: Dosage): number => dosage.slice(0, 4).reduce((sum, copies) => sum + copies, 0)
  const genotypes = genotypesOf(CIS)
  for (let i = 0; i < 200; i++) {
    const atoms = Array.from({ length: 1 + Math.floor(random() * 3) }, () => randomAtom(CIS, random))
    const classes = classesOf(CIS, atoms)
    const { examples } = classes
    const fewest = examples.map(() => Infinity)
    for (const dosage of genotypes) {
      const number = classOf(classes, dosage)
      fewest[number] = Math.min(fewest[number] ?? Infinity, carried(dosage))
    }
    const found = examples.map(carried)
    if (found.join() !== fewest.join()) t.strictSame(found, fewest, JSON.stringify(atoms))
  }
  t.end()
})

t.test('a table that asks nothing of a locus sees one class there', (t) => {
  for (const locus of [CIS, PLAIN]) t.equal(classesOf(locus, []).examples.length, 1)
  t.end()
})

t.test('however many variants share an expression, they are as few classes as the questions asked', (t) => {
  const many: Locus = {
    key: 'k',
    index: 0,
    alleles: [...Array.from({ length: 60 }, (_, i) => `V${i}`), 'n'],
    wildType: 60,
    cis: true,
    noCopy: null,
  }
  const among = Array.from({ length: 60 }, (_, i) => i)
  t.equal(classesOf(many, [{ kind: 'expression', among, least: 1, most: 2 }]).examples.length, 2)
  t.equal(
    classesOf(
      many,
      [0, 1, 2].map((copies) => ({ kind: 'expression', among, least: copies, most: copies })),
    ).examples.length,
    3,
  )
  t.equal(
    classesOf(many, [
      { kind: 'expression', among, least: 2, most: 2, same: true },
      { kind: 'expression', among, least: 2, most: 2, same: false },
    ]).examples.length,
    4,
    'neither, one variant twice, two variants, or both at once',
  )
  t.end()
})
