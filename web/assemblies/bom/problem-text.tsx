import type { ItemType } from '#contracts/assembly/bom.ts'
import { ItemLink, itemTypeLabels } from '../shared/item-types.tsx'

const types = Object.entries(itemTypeLabels) as [ItemType, string][]
const labels = types.map(([, label]) => label).join('|')

/** How the server names what is wrong: Komponent «Skrue M8» (id 17). */
const named = new RegExp(`^(.*?: )((${labels}) «.*») \\(id (\\d+)\\)(.*)$`, 's')

/** A fault or a warning, with a link to what it is about. */
export const ProblemText = ({ text }: { text: string }) => {
  const found = named.exec(text)
  if (!found) return text
  const [, what, name, label, id, rest] = found
  const [itemType] = types.find(([, one]) => one === label)!
  return (
    <>
      {what}
      <ItemLink item={{ itemType, itemId: Number(id) }} className="text-accent underline">
        {name}
      </ItemLink>
      {rest}
    </>
  )
}
