/** The words with which a coat is entered on the page, and the totals over foals, against the core. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { coatWords } from '../../src/pages/app/form/coat-names.js'
import { geneCounter } from '../../src/pages/app/form/gene-totals.js'
import { hasAny, totalsOf } from '../../src/pages/app/form/totals.js'
import type { FoalRow } from '../../src/pages/app/form/foals.js'
import type { CatalogueGene } from '../../src/operations/genes/genes.js'
import { openRobe } from '../../src/pages/app/library.js'
import { ROOT } from '../http/service.js'

const robe = openRobe(readFileSync(join(ROOT, 'build/browser/model.json'), 'utf8'))
const { genes, tokens } = robe.genes({ lang: 'en' })

t.test('each common name with each pattern is a coat that its own name is read as, in each language', (t) => {
  const wrong: string[] = []
  for (const lang of robe.languages) {
    const { common, patterns } = coatWords(robe, lang)
    t.ok(
      common.length >= 8 && patterns.length >= 8,
      `${lang}: ${common.length} names, ${patterns.length} patterns`,
    )
    for (const coat of common)
      for (const token of patterns) {
        const name = robe.coatWith(coat, [token], 'coat', lang)
        const again = name === undefined ? undefined : robe.coatWith(name, [], 'coat', lang)
        if (name === undefined || again !== name || name === coat)
          wrong.push(`${lang} ${coat} ${token}: ${name}`)
      }
  }
  t.same(wrong, [])
  t.equal(robe.coatWith('Buckskin', ['silver', 'tobiano'], 'coat', 'en'), 'Silver buckskin tobiano')
  t.end()
})

t.test('of many variants the usual ones come first, and those that no coat shows alone', (t) => {
  t.same(coatWords(robe, 'en').first['kit'], ['To', 'Rn', 'SB1', 'DW20', 'DW32', 'DW34', 'DW35'])
  t.end()
})

const base = { extension: ['E', 'e'], agouti: ['A', 'a'] }
const others = { matp: ['Cr', 'n'], kit: ['To', 'n'], lp: ['Lp', 'n'], frame: ['O', 'n'], silver: ['Z', 'n'] }
const CROSS = { mother: { base, others }, father: { base, others }, lang: 'en' }

t.test('totals are the sums of the genotypes that are counted one by one', (t) => {
  const one = robe.offspring({ ...CROSS, tokens: true }).results as readonly FoalRow[]
  const rows = robe.offspring({ ...CROSS, tokens: true, group_by: 'coat' }).results as readonly FoalRow[]
  const sum = (matches: (row: FoalRow) => boolean): number =>
    one.filter(matches).reduce((all, { percentage = 0 }) => all + percentage, 0)
  const differ = totalsOf(
    rows,
    tokens.map(({ token }) => token),
  ).filter(({ tokens: some, share }) => Math.abs(sum((row) => hasAny(row, some)) - share) > 1e-3)
  t.same(differ, [])
  const counted = geneCounter(robe)(CROSS, 'en')
  const genotypes = counted.genes.flatMap(({ gene, genotypes: all }) => {
    const { notation, wild_type: wild }: Partial<CatalogueGene> =
      genes.filter((each) => each.gene === gene)[0] ?? {}
    return all.flatMap(({ alleles, percentage }) => {
      const variants = alleles.filter((each) => each !== wild)
      const shown = notation === 'pair' ? alleles : variants.length === 0 ? [wild] : variants
      const expected = sum((row) => row.genotype[gene]?.join() === shown.join())
      return Math.abs(expected - percentage) > 1e-3
        ? [`${gene} ${alleles.join('/')}: ${percentage}, not ${expected}`]
        : []
    })
  })
  t.same(genotypes, [])
  t.equal(counted.genes.length, 7, 'each gene that varies is counted')
  t.end()
})

t.test('two copies and risks are counted: tobiano, and night blindness of the leopard complex', (t) => {
  const { twice, risks } = geneCounter(robe)(CROSS, 'en')
  t.equal(twice['tobiano'], 25)
  t.equal(twice['cream/1'], undefined, 'two creams are another coat')
  const blind = risks.find(({ text }) => text.includes('night blindness'))
  t.match(blind, { percentage: 25, gene: 'lp', genotypes: [['Lp', 'Lp']] })
  t.end()
})

t.test('a parent that is partly tested counts with what it may have', (t) => {
  const open = {
    base: { extension: ['?', '?'], agouti: ['A', '?'] },
    others: { matp: ['?', '?'] },
    seen: { coat: 'palomino' },
  }
  const body = {
    mother: open,
    father: { base, others: { matp: ['Cr', 'n'] } },
    population: 'textbook',
    lang: 'en',
  }
  const { genes: counted } = geneCounter(robe)(body, 'en')
  const cream = counted.find(({ gene }) => gene === 'matp')
  t.same(
    cream?.genotypes.map(({ alleles, percentage }) => [alleles.join('/'), percentage]),
    [
      ['Cr/n', 50],
      ['Cr/Cr', 25],
      ['n/n', 25],
    ],
  )
  t.end()
})
