/** A page that anybody may read without a key, ready to be sent. */
export interface PublicPage {
  readonly path: string
  readonly type: string
  readonly bytes: Uint8Array
  /** Where there is one at this path in each language. */
  readonly language?: string
  /** Belongs to the page that answers without a key, which an operator can take away. */
  readonly isPlayground?: true
}
