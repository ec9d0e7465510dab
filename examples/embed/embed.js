/** Two horses of a stud, and the foals they can have: computed on this page, by the module that the package brings. */
import { ContractError, openRobe } from './robe/robe.js'

/** As a laboratory reports them. */
const HORSES = {
  Alba: { base: { extension: ['e', 'e'], agouti: ['A', 'a'] }, others: { matp: ['Cr', 'n'] } },
  Brise: { base: { extension: ['E', 'e'], agouti: ['A', 'A'] }, others: { kit: ['To', 'n'] } },
  Corail: {
    base: { extension: ['E', 'e'], agouti: ['a', 'a'] },
    others: { matp: ['Cr', 'n'], dun: ['D', 'nd2'] },
  },
}
const lang = 'en'

const robe = openRobe(await (await fetch('./robe/model.json')).text())
const [mare, stallion, picture, list] = ['mare', 'stallion', 'picture', 'foals'].map((id) =>
  document.getElementById(id),
)

for (const select of [mare, stallion])
  for (const [name, horse] of Object.entries(HORSES))
    select.append(new Option(`${name}, ${robe.result({ ...horse, lang }).translate}`, name))
stallion.selectedIndex = 2

function show() {
  try {
    const parents = { mother: HORSES[mare.value], father: HORSES[stallion.value] }
    const { results } = robe.offspring({ ...parents, group_by: 'coat', lang })
    list.replaceChildren(
      ...results.map(({ coat, percentage }) =>
        Object.assign(document.createElement('li'), { textContent: `${coat}: ${percentage} %` }),
      ),
    )
    const image = new Image(280, 210)
    const { svg, description } = robe.picture({ ...HORSES[mare.value], lang })
    image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
    image.alt = description
    picture.replaceChildren(image)
  } catch (error) {
    if (!(error instanceof ContractError)) throw error
    list.textContent = `${error.code}: ${error.message}`
  }
}
mare.addEventListener('change', show)
stallion.addEventListener('change', show)
show()
