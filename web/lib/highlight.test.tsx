import '../testing/dom.ts'
import { render } from '@testing-library/react'
import { test } from 'tap'
import { HighlightSearch, Highlight } from './highlight.tsx'

const foundIn = (text: string, search: string) => {
  const { container, unmount } = render(
    <HighlightSearch search={search}>
      <Highlight text={text} />
    </HighlightSearch>,
  )
  const marks = Array.from(container.querySelectorAll('mark'), ({ textContent }) => textContent)
  const shown = container.textContent
  unmount()
  return shown === text ? marks : [`changed to ${shown}`]
}

test('what a search matches is highlighted as it is written', (t) => {
  t.same(foundIn('Skrue M8, rustfri skrue', 'skrue'), ['Skrue', 'skrue'])
  t.same(foundIn('Båndmodul', 'band'), ['Bånd'])
  t.same(foundIn('Skruer', 'skru skruer'), ['Skruer'], 'the longest')
  t.same(foundIn('Kabel (3x1.5)', '(3x1.5)'), ['(3x1.5)'], 'signs have no meaning')
  t.same(foundIn('Skrue', 'mutter'), [])
  t.same(foundIn('Skrue', ''), [])
  t.end()
})

test('a number is found with or without its spaces and hyphens', (t) => {
  t.same(foundIn('K-102 og K 102 og k102', 'k102'), ['K-102', 'K 102', 'k102'])
  t.same(foundIn('art.nr. 12 34 567', '1234-567'), ['12 34 567'])
  t.end()
})
