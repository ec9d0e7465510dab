/** The files of texts/, put there by the build. */
declare module 'robe:texts' {
  import type { TextsByLanguage } from '../texts.js'
  export const TEXTS: TextsByLanguage
}
