/**
 * Animals over one linkage group, and the factors that they bring into every network over it.
 * Guarantees: each is worked out once for all that is asked of a question, however many networks it stands in.
 */
import { once, onceEach } from '../../common/memo.js'
import { remembering, type Known } from '../facts/known.js'
import type { Animal } from '../facts/reading.js'
import { lumpPairsOver } from './lump-pairs.js'
import type { GroupSpace } from './lumps.js'
import { namesOf } from './names.js'
import { itsOwn, origin, type Member, type Sketch } from './sketches.js'
import { createSupports } from './supports.js'

export const membersOver = remembering((known) => onceEach((space: GroupSpace) => makeMembers(known, space)))

function makeMembers(known: Known, space: GroupSpace) {
  const over = lumpPairsOver(known, space)
  const all = { known, space, over, supports: createSupports(space) }
  const { haplotype } = namesOf(known)
  const { animals } = known.reading
  const memberOf = (place: number, foal: Animal | undefined): Member => {
    const lumps = over.of(foal ?? place)
    const haplotypes = [once(() => over.haplotypes(lumps, 0)), once(() => over.haplotypes(lumps, 1))] as const
    const pairs = once(() => {
      const places = haplotypes.map((list) => new Map(list().map((value, at) => [value, at])))
      return over
        .pairsOf(place, lumps)
        .map((pair) => [pair, places.map((at, side) => at.get(pair[side] ?? 0) ?? 0)] as const)
    })
    return {
      place,
      sex: (foal ?? animals[place])?.sex,
      variables: [haplotype(space.index, place, 0), haplotype(space.index, place, 1)],
      counts: [over.count(lumps, 0), over.count(lumps, 1)],
      haplotypes,
      lumps,
      pairs,
    }
  }
  const ofQuestion = onceEach((place: number) => memberOf(place, undefined))
  const originsOf = onceEach((_: Member) => new Map<string, Sketch>())
  return {
    /** @param foal that is only asked about, and stands behind the others: another one each time */
    at: (place: number, foal: Animal | undefined): Member =>
      foal === undefined ? ofQuestion(place) : memberOf(place, foal),
    itsOwn: onceEach((member: Member) => itsOwn(all, member)),
    origin: (member: Member, side: 0 | 1, parent: Member | undefined): Sketch => {
      const own = originsOf(member)
      const key = `${side} ${parent?.place}`
      const sketch = own.get(key) ?? origin(all, member, side, parent)
      own.set(key, sketch)
      return sketch
    },
  }
}
