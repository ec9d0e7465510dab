/** Horses to ask about. */
import type { OffspringQuestion, Parent } from 'robe-client'

export const BAY: Parent = { base: { agouti: ['A', 'a'], extension: ['E', 'e'] } }

const MANY_SIDED: Parent = {
  ...BAY,
  others: {
    matp: ['Cr', 'Prl'],
    dun: ['D', 'nd1'],
    silver: ['Z', 'n'],
    champagne: ['Ch', 'n'],
    grey: ['G', 'n'],
  },
}

/** 2187 foals and more, which leave the service as they are computed. */
export const LARGE: OffspringQuestion = { mother: MANY_SIDED, father: MANY_SIDED, lang: 'en' }
