// Made from schemas/*.schema.json by `npm run rule-types`.

/**
 * For red, green and blue light, in this order.
 *
 * @minItems 3
 * @maxItems 3
 */
export type ThreeNumbers = [number, number, number]
/**
 * Red, green and blue in two hexadecimal digits each.
 */
export type Colour = string
/**
 * One for all light, or one each for red, green and blue light.
 */
export type Factor = number | ThreeNumbers
/**
 * Names of layers; they are painted in the order in which layers stand in the file.
 */
export type LayerNames = string[]
/**
 * From the left and from the top.
 *
 * @minItems 2
 * @maxItems 2
 */
export type Point = [number, number]
/**
 * Painted in this order.
 */
export type Paints = Paint[]
/**
 * One outline.
 */
export type Path = string
/**
 * Never shown to people as a word, and never changed without need: others refer to it.
 */
export type Id = string
/**
 * The key that clients send, and the name of the file in genes/.
 */
export type Locus = string
/**
 * [X, Y] exactly this pair, in either order · { has: X } at least one copy · { copies: 2, of: X } · { expression: class, copies: 2, same: true } counts variants by their expression · { none_of: [X, Y] } · { any: […] } · { all: […] } · { not: … }. Exact pairs are not allowed on a cis locus.
 */
export type Predicate =
  | [Allele, Allele]
  | {
      has: Allele
    }
  | {
      /**
       * How many of the two chromosome copies carry it; 0 for none.
       */
      copies: number
      of: Allele
    }
  | {
      /**
       * The word that alleles have in their gene file under expression. A list counts all its classes together.
       */
      expression: Id | Id[]
      /**
       * Without copies: at least one.
       */
      copies?: number
      /**
       * true: one variant on both copies. false: two different variants.
       */
      same?: boolean
    }
  | {
      none_of: Alleles
    }
  | {
      any: Predicates
    }
  | {
      all: Predicates
    }
  | {
      not: Predicate
    }
/**
 * Case matters: X and x are two alleles. Always write "n" with quotes.
 */
export type Allele = string
/**
 * In any order, each named once.
 */
export type Alleles = Allele[]
/**
 * In any order.
 */
export type Predicates = Predicate[]
/**
 * A list means all of them.
 */
export type TokenOrTokens = Token | SomeTokens
/**
 * One thing to be seen on the animal. A token exists because some rule gives it (then). The name of a variant may stand behind it, as in pattern/X9: see variants.
 */
export type Token = string
/**
 * All of them are meant, not one of them.
 */
export type SomeTokens = Token[]
/**
 * In any order. [] means none.
 */
export type Tokens = Token[]
/**
 * Each named once.
 */
export type Ids = Id[]
/**
 * Told beside the name when reasons are asked for: carries (present, not seen), health, reports (seen, no part of the name). The texts stand in every locale file under the same word. None is told of a foal whose viability is lethal: only the cause is.
 */
export type Remarks = Id | Ids
/**
 * Ids of references, of this file or of any other file of the rule set.
 */
export type Cite = Id[]
/**
 * Must be stated wherever something is cited. false: cited from memory or from a secondary source.
 */
export type Verified = boolean
/**
 * From this day on `robe rules check` asks for the statement to be looked at again.
 */
export type ReviewBy = string
/**
 * In quotes where it holds a colon, a comma or a bracket.
 */
export type Text = string
/**
 * none: the foal is expected to live. In a block evidence and cause may be left out.
 */
export type ExpectedViability =
  | ('none' | 'lethal' | 'suspected')
  | {
      /**
       * Whether the foal is known or thought not to live.
       */
      status: 'lethal' | 'suspected'
      /**
       * How well that is known.
       */
      evidence?: 'established' | 'suspected' | 'weak'
      cause?: Id
    }
/**
 * The whole list, in any order. Left out: not looked at.
 */
export type ExpectedIds = Id[]
/**
 * In quotes, since it is a name and no number. unknown: nobody knows it, so the locus is in no linkage group.
 */
export type Chromosome = string
/**
 * Each is checked by `robe rules test`.
 */
export type NameExamples = NameExample[]
/**
 * A share in percent.
 */
export type Percent = number
/**
 * The codes that browsers send; a registry has its own short name behind its language's.
 */
export type Language = string
/**
 * Lower case; the first letter of the whole name is capitalised at the end. {variants} stands for the names of the variants that are seen beside the tokens: see variants of rules.
 */
export type Term =
  | string
  | {
      /**
       * Used unless another gender is asked for.
       */
      m?: string
      /**
       * Left out: the masculine form is used.
       */
      f?: string
      /**
       * Left out: the masculine form is used.
       */
      mp?: string
      /**
       * Left out: the feminine form is used.
       */
      fp?: string
    }
/**
 * Stands around the name so far, as in: word ({name}).
 */
export type Wrap =
  | string
  | {
      /**
       * Used unless another gender is asked for. {name} stands for the name so far.
       */
      m?: string
      /**
       * Left out: the masculine form is used. {name} stands for the name so far.
       */
      f?: string
      /**
       * Left out: the masculine form is used. {name} stands for the name so far.
       */
      mp?: string
      /**
       * Left out: the feminine form is used. {name} stands for the name so far.
       */
      fp?: string
    }
/**
 * Letters and digits, at most 12.
 */
export type SignList = string[]
/**
 * Each named once.
 */
export type Phrases = Text[]

/**
 * Kind of file → what it holds.
 */
export interface FileContent {
  appearance: Appearance
  artwork: Artwork
  epistasis: Epistasis
  gene: Gene
  horses: Horses
  laboratories: Laboratories
  linkage: Linkage
  locale: Locale
  lookalikes: Lookalikes
  manifest: Manifest
  population: Population
  'report-tests': ReportTests
  'report-words': ReportWords
}
/**
 * rules/appearance.yaml: how much pigment each visible token leaves in each region, and what is painted over it. A rule set without it draws no pictures.
 */
export interface Appearance {
  /**
   * The age in years at which an animal is drawn where none is asked for.
   */
  usual_age: number
  /**
   * The parts of the animal that can differ in colour, as rows, layers and the artwork call them. The word `all` is none of them.
   */
  regions: string[]
  /**
   * How strongly each pigment takes red, green and blue light away. A region's colour is 10^−(density × spectrum) of white light, over all pigments.
   */
  spectra: {
    [k: string]: ThreeNumbers
  }
  /**
   * Colours that no pigment makes, such as white hair, pink skin, light and shade, by the name that layers and artwork use.
   */
  fixed: {
    [k: string]: Colour
  }
  /**
   * Each row holds where all of its tokens are seen, and at the ages it names; rows are applied from top to bottom.
   */
  coats: Row[]
  /**
   * What is painted over the colours, in this order: marks, white hairs, white patches, spots.
   */
  layers: {
    [k: string]: Layer[]
  }
}
/**
 * What is seen where some tokens are visible and some rules apply.
 */
export interface Row {
  /**
   * All of them must be seen.
   */
  tokens?: string[]
  /**
   * Ids of rules of epistasis/ that must all apply, for what the genotype shows and the name does not say.
   */
  rules?: string[]
  /**
   * The row does not hold where one of these rules applies.
   */
  unless?: string[]
  /**
   * The row holds from this age on.
   */
  from?: number
  /**
   * The row holds until just before this age.
   */
  until?: number
  is?: ByRegion
  times?: ByRegion
  /**
   * What has this colour whatever the pigments, such as a blue eye.
   */
  colours?: {
    [k: string]: string
  }
  layers?: LayerNames
  /**
   * Where one token looks different from animal to animal: one of these lists, the same for the same genotype.
   */
  one_of?: LayerNames[]
}
/**
 * `all` stands for every region; a region named beside it has its own.
 */
export interface ByRegion {
  [k: string]: {
    [k: string]: Factor
  }
}
/**
 * One colour laid on some shapes of the artwork.
 */
export interface Layer {
  /**
   * Only on the parts of the artwork that take layers of this kind; on coat and hair where it is left out.
   */
  only?: 'coat' | 'hair' | 'hoof' | 'eye'
  /**
   * Everything where it is left out.
   */
  shapes?: string[]
  /**
   * What it is painted with.
   */
  colour: string
  /**
   * How much of what lies below is covered; all of it where this is left out.
   */
  opacity?: number
  /**
   * How far the edges are softened; not at all where this is left out.
   */
  blur?: number
  /**
   * The outline is drawn with this width, and nothing filled.
   */
  line?: number
  /**
   * Painted where that fade lets it.
   */
  fade?: string
  /**
   * The edge frays into hairs, which reach so far.
   */
  fringe?: number
  /**
   * Single hairs in place of an even colour: so many in a patch of the skin, which repeats.
   */
  hairs?: number
  spots?: Spots
}
/**
 * Spots in place of an even colour, at places that the genotype decides.
 */
export interface Spots {
  /**
   * How many there are before those outside of the shapes are cut away.
   */
  count: number
  /**
   * The rectangle in which they lie.
   *
   * @minItems 4
   * @maxItems 4
   */
  within: [number, number, number, number]
  /**
   * Each spot lies between the two.
   *
   * @minItems 2
   * @maxItems 2
   */
  size: [number, number]
}
/**
 * rules/artwork.yaml: the drawing that rules/appearance.yaml colours: outlines, and in which order they are painted.
 */
export interface Artwork {
  /**
   * What of the drawing's plane is seen.
   *
   * @minItems 4
   * @maxItems 4
   */
  view: [number, number, number, number]
  /**
   * From back to front. Nothing of a part is painted outside its shape.
   */
  parts: Part[]
  /**
   * Where a paint begins and where it is full.
   */
  fades: {
    [k: string]: Fade
  }
  /**
   * Each as path data of SVG.
   */
  shapes: {
    [k: string]: Path
  }
  /**
   * Bodies of other ages. Each is this drawing, bent so that its landmarks move; what lies between them moves along, patterns too.
   */
  bodies?: Body[]
}
/**
 * A piece of the animal with what is painted on it.
 */
export interface Part {
  /**
   * Its outline, outside of which nothing of it is painted.
   */
  shape: string
  at?: Point
  under?: Paints
  /**
   * Takes the layers of this kind, between what is under them and what is over them.
   */
  layers?: 'coat' | 'hair' | 'hoof' | 'eye'
  over?: Paints
}
/**
 * One colour laid on some shapes.
 */
export interface Paint {
  /**
   * The part's own where it is left out.
   */
  shapes?: string[]
  /**
   * What it is painted with.
   */
  colour: string
  /**
   * How much of what lies below is covered; all of it where this is left out.
   */
  opacity?: number
  /**
   * How far the edges are softened; not at all where this is left out.
   */
  blur?: number
  /**
   * The outline is drawn with this width, and nothing filled.
   */
  line?: number
  /**
   * Painted where that fade lets it.
   */
  fade?: string
}
/**
 * From a point where nothing is painted to one where all is; or all at a centre, and nothing from a radius on.
 */
export interface Fade {
  from?: Point
  to?: Point
  centre?: Point
  /**
   * How far from the centre nothing is painted any more.
   */
  radius?: number
}
/**
 * The body of an age.
 */
export interface Body {
  /**
   * Drawn from this age on.
   */
  from?: number
  /**
   * Drawn until just before this age.
   */
  until?: number
  /**
   * Where a place of the body lies in the outlines, and where in this body. A thin-plate spline moves all other points.
   */
  landmarks: {
    /**
     * @minItems 2
     * @maxItems 2
     */
    [k: string]: [Point, Point]
  }
  /**
   * Outlines that this body has in place of the bent ones, drawn where they belong.
   */
  shapes?: {
    [k: string]: Path
  }
}
/**
 * rules/epistasis/<number>-<table>.yaml: which tokens a genotype shows.
 */
export interface Epistasis {
  table: Id
  /**
   * What the rules may ask for under when, and nothing else. Fewer loci make smaller tables.
   */
  reads: Locus[]
  /**
   * unique: no genotype may match two rules. first: the first rule that matches decides. collect: every rule that matches adds its tokens.
   */
  hit: 'unique' | 'first' | 'collect'
  /**
   * One statement each. Under hit: first their order decides; otherwise it means nothing.
   */
  rules: {
    id: Id
    /**
     * All must hold. token and no_token look at what earlier tables gave, sex at the animal's sex. {} matches always.
     */
    when: {
      [k: string]: Predicate | 'female' | 'male' | TokenOrTokens
    }
    then: Tokens
    variants?: Locus
    /**
     * Applied once, after the last table. all: every other token but those in but and in then.
     */
    hides?: 'all' | SomeTokens
    /**
     * What hides: all leaves visible.
     */
    but?: Token[]
    /**
     * Whether such a foal is expected to live, and how well that is known.
     */
    viability?: {
      /**
       * lethal: dies before or soon after birth. suspected: believed so, not shown.
       */
      status: 'lethal' | 'suspected'
      /**
       * How good the evidence is. established: shown in studies. suspected: seen, not proved. weak: inferred.
       */
      evidence: 'established' | 'suspected' | 'weak'
      cause: Id
    }
    /**
     * The texts stand in every locale file under notes.
     */
    note?: Id | Ids
    carries?: Remarks
    reports?: Remarks
    health?: Remarks
    /**
     * The share of such animals that show it. It is told, never drawn by lot.
     */
    penetrance?: number
    /**
     * Why this is so, in English, for whoever asks for reasons. Locale files translate it under why, by the rule's id.
     */
    why?: string
    cite?: Cite
    verified?: Verified
    review_by?: ReviewBy
  }[]
  references?: References
  /**
   * Checked by `robe rules test`: what this table gives, before anything is hidden.
   *
   * Items: Beside tokens it may state viability, notes, carries, health and reports: what this table alone says.
   */
  examples?: {
    title?: Text
    given: Given
    expect: Tokens
    viability?: ExpectedViability
    notes?: ExpectedIds
    carries?: ExpectedIds
    health?: ExpectedIds
    reports?: ExpectedIds
  }[]
}
/**
 * Sources that cite may name. An id is defined once in the whole rule set.
 */
export interface References {
  [k: string]: Reference
}
/**
 * A source, and whether it was read: title and verified are needed, the rest helps to find it.
 */
export interface Reference {
  title: Text
  /**
   * Without a web address before it.
   */
  doi?: string
  /**
   * The entry in Online Mendelian Inheritance in Animals, such as 001344-9796.
   */
  omia?: string
  /**
   * Where it can be read, if it has no DOI.
   */
  url?: string
  /**
   * The year of publication.
   */
  year?: number
  /**
   * Must be stated. false: cited from memory or from a secondary source.
   */
  verified: boolean
}
/**
 * A genotype as a client writes it. A cis locus may hold variants of one copy joined by +.
 */
export interface Given {
  [k: string]: string[]
}
/**
 * rules/genes/<locus>.yaml: one locus and its alleles.
 */
export interface Gene {
  locus: Locus
  /**
   * The group of a request in which clients send this locus.
   */
  group: 'base' | 'others'
  /**
   * true: always in answers. false (the default): only when a request names it.
   */
  listed?: boolean
  /**
   * true: every request must state this locus, nothing is assumed. Default false.
   */
  required?: boolean
  /**
   * The symbol of the gene that lies there, as in the literature.
   */
  gene: string
  /**
   * What people call the locus, in English. Locale files give its name in their language under genes.
   */
  name: string
  /**
   * Other words that clients use for the locus, such as a pattern it gives. None is accepted: a refusal of one asks whether this locus was meant. Several loci may have one word.
   */
  hints?: string[]
  /**
   * Words that clients send for an allele that no test finds. The refusal of one says what to send instead, in any case of letters.
   */
  refused?: {
    [k: string]: string
  }
  chromosome: Chromosome
  /**
   * Documentation only; nothing is computed from it.
   */
  position?: string
  /**
   * The entry in Online Mendelian Inheritance in Animals, such as 001344-9796.
   */
  omia?: string
  /**
   * true: one chromosome copy can carry several variants, written A+B. Default false.
   */
  cis?: boolean
  /**
   * compact: [X] is read as X with the wild type, in answers too. Default pair.
   */
  notation?: 'pair' | 'compact'
  /**
   * The order here is the order inside every answer; the wild type usually stands last.
   */
  alleles: {
    [k: string]: {
      /**
       * What people call the allele, in English.
       */
      name: string
      /**
       * Accepted in requests, never used in answers.
       */
      aliases?: Allele[]
      /**
       * What is changed in the gene, such as p.Asp153Asn. Documentation only.
       */
      variant?: string
      /**
       * Any word; predicates read it as { expression: … }.
       */
      expression?: string
      /**
       * For a spelling that custom puts under this locus. Only in a compact cis locus.
       */
      stands_for?: {
        locus: Locus
        allele: Allele
      }
      always_with?: Allele
      /**
       * Alleles that a test which cannot tell them apart reports as this one. !X excludes them too, and a parentage takes X for any of them.
       */
      covers?: Allele[]
      /**
       * true: a source reports that this variant arose anew in an animal whose parents did not carry it. Two parents without it are then unlikely, not excluded. Needs cite. Default false.
       */
      new_mutations?: boolean
      cite?: Cite
      verified?: Verified
      review_by?: ReviewBy
      /**
       * For those who edit the file. Clients never see it.
       */
      note?: string
    }
  }
  /**
   * Assumed twice when a request leaves the locus out. Needed unless required is true.
   */
  wild_type?: string
  references?: References
  examples?: NameExamples
}
/**
 * Names may be given in any of the languages; those left out are not checked. It may also state viability, notes, carries, health and reports of the whole horse, synonyms, and the gender and number that its names agree with.
 */
export interface NameExample {
  title?: Text
  given: Given
  source?: Text
  agreement?: Agreement
  viability?: ExpectedViability
  notes?: ExpectedIds
  carries?: ExpectedIds
  health?: ExpectedIds
  reports?: ExpectedIds
  /**
   * All synonyms of the words the name is made of, in any order; [] for none.
   */
  synonyms?: {
    [k: string]: Text[]
  }
}
/**
 * Which forms of words names are made of.
 */
export interface Agreement {
  /**
   * m: masculine. f: feminine.
   */
  gender: 'm' | 'f'
  /**
   * s: singular. p: plural.
   */
  number: 's' | 'p'
}
/**
 * rules/animals.yaml or rules/horses.yaml: real or textbook animals, each with its genotype and expected name.
 */
export interface Horses {
  animals?: NameExamples
  horses?: NameExamples
  references?: References
}
/**
 * rules/reports/laboratories.yaml: what a laboratory's own signs mean, where others would have to be asked.
 */
export interface Laboratories {
  /**
   * Laboratories whose signs have a meaning of their own.
   */
  laboratories: Laboratory[]
  references?: References
}
/**
 * One laboratory, with the signs that mean something else in its reports.
 */
export interface Laboratory {
  id: Id
  name: Text
  /**
   * both: a sign with a slash behind it stands for two equal copies.
   */
  one_sided?: 'both'
  /**
   * slash: X/Y. together: XY. bracketed: X(Y)/X(Z), for genes on the X chromosome. one_sided: X/ for two equal copies.
   */
  style?: 'slash' | 'together' | 'bracketed' | 'one_sided'
  /**
   * How it prints a copy on which nothing was found.
   */
  prints_absent?: string
  /**
   * What they mean in reports of this laboratory: an allele, or absent.
   */
  signs?: {
    [k: string]: {
      [k: string]: Allele
    }
  }
  why?: Text
  cite?: Cite
  verified?: Verified
  review_by?: ReviewBy
}
/**
 * rules/linkage/<group>.yaml: loci on one chromosome and how often they recombine.
 */
export interface Linkage {
  group: Id
  chromosome: Chromosome
  /**
   * In the order of the map; each two neighbours have a recombination row.
   */
  order: Locus[]
  /**
   * One row for each two neighbours of order; a second one where a parent's genotype changes the fraction (when).
   */
  recombination: {
    /**
     * Loci further apart are worked out from the rows between them.
     *
     * @minItems 2
     * @maxItems 2
     */
    between: [Locus, Locus]
    /**
     * The share of gametes in which the two are parted. 0: always together. 0.5: independent.
     */
    fraction: number
    /**
     * Between which the true fraction is believed to lie.
     *
     * @minItems 2
     * @maxItems 2
     */
    interval: [number, number]
    when?: Loci
    /**
     * Where the figure comes from, and how far to trust it.
     */
    why?: string
    cite?: Cite
    verified?: Verified
    review_by?: ReviewBy
  }[]
  references?: References
  /**
   * Checked by `robe rules test` against the fractions of this file.
   *
   * Items: What one parent hands on over this linkage group, and how often.
   */
  examples?: {
    title?: Text
    given: Given
    /**
     * As kit_linkage declares them. Left out: nothing is known of the phase.
     */
    together?: string[]
    /**
     * Those worth stating; the others are not looked at.
     *
     * Items: How often the parent hands this on.
     */
    gametes: {
      /**
       * What one chromosome copy carries. Loci left out may carry anything.
       */
      gamete: {
        [k: string]: string
      }
      percent: Percent
      /**
       * low: with every fraction at the low end of its interval; high: at the high end.
       */
      band?: {
        low: Percent
        high: Percent
      }
    }[]
  }[]
}
/**
 * All must hold. {} holds always.
 */
export interface Loci {
  [k: string]: Predicate
}
/**
 * locales/<language>.yaml: words, their order and agreement.
 */
export interface Locale {
  language: Language
  /**
   * registry: a vocabulary that extends a language. Default language.
   */
  kind?: 'language' | 'registry'
  extends?: Language
  /**
   * As its speakers call it.
   */
  name: string
  agreement?: Agreement
  /**
   * Names of token sets. The longest match wins, ties by file order.
   */
  names?: {
    tokens: SomeTokens
    term: Term
    unless?: SomeTokens
  }[]
  /**
   * In reading order: words before, after or around the name.
   */
  modifiers?: {
    token?: Token
    tokens?: SomeTokens
    beside?: SomeTokens
    term?: Term
    /**
     * On which side of the name the word stands. Words on one side keep the order of this list.
     */
    place?: 'before' | 'after'
    wrap?: Wrap
  }[]
  /**
   * Other words for a set of tokens. They are told beside the name and never replace it.
   */
  synonyms?: {
    of: SomeTokens
    /**
     * The other words, each as people say it.
     */
    terms: Text[]
    /**
     * false: understood where a name is read, and never shown, such as a name that another has replaced. Default true.
     */
    shown?: boolean
  }[]
  /**
   * Words that passports print and names do not use. They are read where a coat was observed or is wanted, and never given; the answer says what they were read as.
   */
  passport?: {
    /**
     * As passports print them, each form by itself: masculine, feminine, other spellings. Case, accents and hyphens make no difference.
     */
    words: Text[]
    /**
     * Any of them is meant. A list of tokens with a base colour is that whole coat; without one it is any coat with these tokens.
     */
    coats?: (
      | SomeTokens
      | {
          has?: SomeTokens
          lacks?: SomeTokens
        }
    )[]
    any_of?: SomeTokens
    /**
     * The word names a shade, which has no genetic test. Without coats it stands beside any colour, such as dark, and says nothing of the genes. Left out for all other words.
     */
    shade?: true
    /**
     * true: the rules of a registry or studbook were read for it. false: breeders use the word so. Default false.
     */
    verified?: boolean
  }[]
  /**
   * Words for this animal in place of general ones such as offspring, lower case unless the language writes a capital.
   */
  animal?: {
    one?: Text
    young?: Text
    offspring?: Text
    female?: Text
    male?: Text
    females?: Text
    males?: Text
    daughter?: Text
    son?: Text
  }
  /**
   * Every locus needs a name in every language. Names of alleles may be left out.
   */
  genes?: {
    [k: string]: {
      /**
       * As people who breed call it in this language.
       */
      name: string
      /**
       * Where one is left out, the name in the gene file is told.
       */
      alleles?: {
        [k: string]: Text
      }
    }
  }
  /**
   * Where one is left out, the name in the population's file is told.
   */
  populations?: {
    [k: string]: Text
  }
  notes?: Messages
  causes?: Messages
  carries?: Messages
  reports?: Messages
  health?: Messages
  /**
   * Each rule's sentence in this language; where it is left out, the rule's own is told.
   */
  why?: {
    [k: string]: Text
  }
}
/**
 * A message id is the word that rules use; the text is what people read.
 */
export interface Messages {
  [k: string]: Text
}
/**
 * rules/looks.yaml: coats that the eye takes for each other, and what it can miss.
 */
export interface Lookalikes {
  /**
   * A coat that was seen, and is not said to be certain, may be any of those it looks like.
   */
  looks: (
    | {
        id: Id
        /**
         * A coat that holds the tokens of one looks like the same coat with those of another.
         */
        alike: SomeTokens[]
        unless?: SomeTokens
        confused?: Figure
        why?: Text
        cite?: Cite
        verified?: Verified
        review_by?: ReviewBy
      }
    | {
        id: Id
        any: SomeTokens
        taken_for: Token
        confused?: Figure
        why?: Text
        cite?: Cite
        verified?: Verified
        review_by?: ReviewBy
      }
    | {
        id: Id
        unseen: Token
        /**
         * The rules whose token can be missed: where another rule gives it, it is always seen. Left out: whichever rule gives it.
         */
        by?: Id[]
        beside?: SomeTokens
        missed?: Figure
        why?: Text
        cite?: Cite
        verified?: Verified
        review_by?: ReviewBy
      }
    | {
        id: Id
        imitated: Token
        why?: Text
        cite?: Cite
        verified?: Verified
        review_by?: ReviewBy
      }
    | {
        id: Id
        acquired: Token
        why?: Text
        cite?: Cite
        verified?: Verified
        review_by?: ReviewBy
      }
  )[]
  references?: References
}
/**
 * Given the genotype, and never the other way round: of horses recorded as solid, how many carry the variant is another figure. Without a figure both ways of recording weigh 1, and answers say so.
 */
export interface Figure {
  /**
   * A probability, given the genotype.
   */
  value: number
  /**
   * Between which the true figure is believed to lie.
   *
   * @minItems 2
   * @maxItems 2
   */
  interval?: [number, number]
  /**
   * Where it was counted.
   */
  cite: Id[]
  verified: Verified
}
/**
 * rules/manifest.yaml: the version of the rule set's meaning, and its files in order.
 */
export interface Manifest {
  /**
   * Major: a genotype or a name stops or changes. Minor: a new locus, allele or name. Patch: wording, citation.
   */
  version: string
  /**
   * It rises when files of an older kind can no longer be read.
   */
  schema: 1
  /**
   * How laboratory reports write that a locus was not tested, such as NT. None is accepted: a refusal of one points to the sign ?.
   */
  untested?: string[]
  /**
   * What files under genes/ and linkage/ may name as a chromosome. Without it only numbers are taken.
   */
  chromosomes?: {
    /**
     * A number: they are named "1" and so on, as in the dog: 38. A list: other names, as in the cat: [A1, A2, …].
     */
    autosomes: number | string[]
    /**
     * [X, "Y"] in mammals, [Z, W] in birds. Loci of the first are inherited with the sex.
     *
     * @minItems 2
     * @maxItems 2
     */
    sex: [string, string]
  }
  /**
   * Needed once a locus lies on a sex chromosome. Sons and daughters are equally likely.
   */
  sexes?: {
    /**
     * The sex that has one copy of such a locus: male in mammals, female in birds.
     */
    heterogametic: 'male' | 'female'
  }
  /**
   * In the order of answers. Each has a file genes/<locus>.yaml.
   */
  loci: Locus[]
  /**
   * In the order they are read. Each has a file epistasis/<number>-<table>.yaml.
   */
  tables: Id[]
  /**
   * Each has a file <language>.yaml in the locales folder.
   */
  languages: Language[]
}
/**
 * rules/populations/<population>.yaml: how frequent the copies of each locus are among animals of which nothing is known.
 */
export interface Population {
  /**
   * What clients send, as in the file's name. none is taken: it asks for bounds.
   */
  population: string
  name: Text
  /**
   * figures, where it is left out: animals were counted. convention: nobody counted; answers say that it is an assumption.
   */
  kind?: 'figures' | 'convention'
  /**
   * Where loci without figures take theirs from. Figures of this file win.
   */
  extends?: string
  /**
   * What the figures stand on, told beside every answer that uses them.
   */
  covers?: {
    breed?: Text
    /**
     * How many were looked at. Left out where the source does not say.
     */
    sampled?: number
    selected?: Text
  }
  /**
   * Each locus with its figures: counts, or frequencies with intervals.
   */
  loci: {
    [k: string]:
      | {
          /**
           * Two for each animal, one of a sex chromosome where there is one. What is not named was not found: 0.
           */
          counts: {
            [k: string]: number
          }
          /**
           * tests: animals were genotyped. coats: worked out from the share of coats, which misleads where breeders select or coats are misread.
           */
          method?: 'tests' | 'coats'
          /**
           * How the figures were found, and how far to trust them.
           */
          why?: string
          cite?: Cite
          verified?: Verified
          review_by?: ReviewBy
        }
      | {
          /**
           * They sum to 1. What is not named is 0.
           */
          frequencies: {
            [k: string]: number
          }
          /**
           * Between which the true share is believed to lie. unknown: the source does not say, so anything from 0 to 1.
           */
          intervals:
            | 'unknown'
            | {
                /**
                 * @minItems 2
                 * @maxItems 2
                 */
                [k: string]: [number, number]
              }
          /**
           * tests: animals were genotyped. coats: worked out from the share of coats, which misleads where breeders select or coats are misread.
           */
          method?: 'tests' | 'coats'
          /**
           * How the figures were found, and how far to trust them.
           */
          why?: string
          cite?: Cite
          verified?: Verified
          review_by?: ReviewBy
        }
      | {
          /**
           * Only in a convention: each is equally frequent, without an interval. Others are absent unless facts imply them.
           */
          equal: Allele[]
          /**
           * How the figures were found, and how far to trust them.
           */
          why?: string
        }
  }
  /**
   * Only in a convention: what a copy carries that facts imply to carry some variant. Other variants are taken only where no usual one explains the facts.
   */
  usual?: {
    [k: string]: Allele[]
  }
  /**
   * What a locus without figures means: nobody knows, or all animals are wild type there, or (only in a convention) variants are absent unless facts imply them. Left out beside extends.
   */
  others?: 'unstated' | 'wild-type' | 'absent'
  references?: References
}
/**
 * rules/reports/tests.yaml: the tests that reports print, their labels, and the signs of their results.
 */
export interface ReportTests {
  /**
   * Each finds some alleles of one locus.
   */
  tests: ReportTest[]
  references?: References
}
/**
 * One test, with the labels and signs by which reports name it and its results.
 */
export interface ReportTest {
  id: Id
  gene: Locus
  /**
   * How reports call the test, in any language. Case, accents and hyphens do not matter.
   */
  labels: Text[]
  finds: Alleles
  /**
   * Each allele of finds is a test of its own, and its signs are labels too. A label without one of them says nothing.
   */
  each?: true
  signs: Signs
  label_signs?: Signs
  slash_signs?: Signs
  absent_beside?: SignList
  /**
   * What a copy carries on which the test found nothing. Left out: any allele but those of finds. ask: the result is asked about.
   */
  not_found?: 'ask' | Allele
  /**
   * Laboratories that report presence only write one sign: at least one copy.
   */
  presence?: true
  asks?: Asks
  asks_pair?: Asks
  why?: Text
  cite?: Cite
  verified?: Verified
  review_by?: ReviewBy
}
/**
 * How reports write one copy with this allele. Case matters.
 */
export interface Signs {
  [k: string]: SignList
}
/**
 * What such a sign means depends on who wrote it, so it is never read. The reason is shown with the question.
 */
export interface Asks {
  [k: string]: Text
}
/**
 * rules/reports/words.yaml: words in which reports give results, in all languages together. Case and accents do not matter.
 */
export interface ReportWords {
  /**
   * How one copy is written on which nothing was found. Case matters.
   */
  absent_signs: string[]
  /**
   * Bases. A pair of them behind a label is asked about, unless the test or the laboratory has them as signs.
   */
  bases?: string[]
  /**
   * What stands in place of the second copy of a gene on the X chromosome in a male.
   */
  no_copy?: string[]
  /**
   * Signs of the chromosome itself, before brackets or ^.
   */
  one_copy_prefix?: string[]
  absent: Phrases
  once: Phrases
  twice: Phrases
  same?: Phrases
  present: Phrases
  untested?: Phrases
  or?: Phrases
  and?: Phrases
  doubt?: Phrases
  others?: Phrases
  other_labels?: Phrases
  ignored?: Phrases
  about_nobody?: Phrases
}
