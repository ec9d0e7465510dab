/**
 * The dialog for sending an example from the page. browser/reference.js opens it, so that it is invisible without script.
 * Guarantees: the field of the key has no name and is not a password field, so that neither forms nor password managers save it.
 */
import type { Json } from '../../common/json.js'
import { code, markup, type Markup } from './markup.js'
import { keyHeader } from './reference-example.js'

export function consoleDialog(document: Json): Markup {
  const header = keyHeader(document)
  return markup`<dialog id="console" aria-labelledby="console-title">
<form data-header="${header}">
<h2 id="console-title">Try it</h2>
<p class="endpoint"><span class="method"></span> <code></code></p>
<label for="console-key">Key (${code(header)})</label>
<input id="console-key" type="text" class="secret" autocomplete="off" autocapitalize="off" spellcheck="false">
<p class="note">Stays in the memory of this page and is sent to this service only. The call counts.</p>
<div class="part"><label for="console-query">Query, such as ${code('lang=…')}</label>
<input id="console-query" type="text" autocomplete="off" autocapitalize="off" spellcheck="false"></div>
<div class="part"><label for="console-body">Body</label>
<textarea id="console-body" rows="9" autocomplete="off" autocapitalize="off" spellcheck="false"></textarea></div>
<p class="buttons"><button type="submit">Send</button> <button type="button" class="quiet">Close</button></p>
</form>
<div id="console-answer" role="status"></div>
</dialog>
`
}
