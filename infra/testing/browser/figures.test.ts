import suite from 'tap'
import { top } from './assembly-actions.ts'
import { createRecord } from './page-actions.ts'
import { journey, testsWith } from './system.ts'

const found = await journey(suite)
const { api, open, close } = found ?? ({} as NonNullable<typeof found>)
const browserTest = testsWith(found)

await browserTest('figures of any length leave what is beside them alone', async (t) => {
  const pricing = { costPrice: 1_234_567.89 }
  const componentId = await createRecord(api, 'componenttypes', { description: 'Nagle', pricing })
  let link: [kind: string, body: object] = ['components', { componentId, quantity: 1_000_000 }]
  let id = 0
  for (const name of ['Skrog', 'Skip', 'Flåte', 'Marine']) {
    id = await createRecord(api, 'assemblytypes', { name, description: name })
    const [kind, body] = link
    await createRecord(api, `assemblytypes/${id}/${kind}`, body)
    link = ['subassemblies', { childAssemblyId: id, quantity: 1_000_000 }]
  }
  const page = await open(`/components/${componentId}`)
  await page.setViewportSize({ width: 1440, height: 900 })
  await top(page).getByText('Nivå 4').waitFor()
  const spilling = (within: string) =>
    page.locator(within).evaluateAll((all) =>
      all
        .filter((one) => {
          const range = document.createRange()
          range.selectNodeContents(one)
          return range.getBoundingClientRect().width > one.getBoundingClientRect().width
        })
        .map(({ textContent }) => textContent),
    )
  t.same(await spilling('[role=dialog] li > span'), [], 'used in')
  await page.goto(`/innkjop?assembly=${id}`)
  await page.getByRole('heading', { name: 'Uten leverandør' }).waitFor()
  t.same(await spilling('td'), [], 'purchasing')
  const brokenGroups = await page.locator('td').evaluateAll((cells) => {
    const texts = cells.flatMap((cell) => {
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      const found: Text[] = []
      while (walker.nextNode()) found.push(walker.currentNode as Text)
      return found
    })
    return texts.flatMap((text) =>
      [...text.data.matchAll(/\d+/g)].flatMap(({ 0: group, index }) => {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + group.length)
        return range.getClientRects().length > 1 ? [text.data] : []
      }),
    )
  })
  t.same(brokenGroups, [], 'a long figure is broken between its groups of digits')
  await close(page)
})
