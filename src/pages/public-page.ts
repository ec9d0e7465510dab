/** A public page, served without a key. */
export interface PublicPage {
  readonly path: string
  readonly type: string
  readonly bytes: Uint8Array
  /** Set if the path has one page per language. */
  readonly language?: string
  /** Whether it belongs to the page at `/`, which PLAYGROUND=off disables. */
  readonly isPlayground?: true
  /** Whether scripts of other sites may load it. */
  readonly isForOtherSites?: true
}
