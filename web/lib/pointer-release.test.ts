import '../testing/dom.ts'
import { test } from 'tap'
import './pointer-release.ts'

document.body.innerHTML = '<div role="row"></div><div role="dialog"><button></button><i></i></div>'
const at = (selector: string) => document.querySelector(selector)!
let clicked: (string | null)[] = []
document.body.addEventListener('click', ({ target }) =>
  clicked.push((target as Element).getAttribute('role') ?? (target as Element).tagName),
)
const clicks = (...targets: Element[]) => {
  clicked = []
  for (const [index, target] of targets.entries())
    target.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: index + 1 }))
  return clicked
}

test('a double click is for what was under the pointer at first', async (t) => {
  const [row, button, other] = [at('[role=row]'), at('button'), at('i')]
  t.same(clicks(button, row), ['BUTTON'], 'a dialog has closed')
  t.same(clicks(row, button), ['row'], 'a dialog has opened')
  t.same(clicks(button, other), ['BUTTON', 'I'])
  t.same(clicks(row, row), ['row', 'row'])
  t.same([...clicks(button), ...clicks(row)], ['BUTTON', 'row'], 'not a double click')
})
