import '../testing/dom.ts'
import { test } from 'tap'
import { keepFocus } from './keep-focus.ts'

keepFocus()

const page = (html: string) => (document.body.innerHTML = `<main>${html}</main>`)
const settled = () => new Promise((resolve) => setTimeout(resolve, 10))
const at = (id: string) => document.getElementById(id) as HTMLButtonElement
const row = (id: string) =>
  `<li id="${id}"><a href="#">${id}</a><button id="${id}-edit"></button><button id="${id}-delete"></button></li>`

test('after a removal the focus is at the same place: the next row, the one before, what is near', async (t) => {
  page(`<section><ul>${row('a')}${row('b')}${row('c')}</ul><button id="add"></button></section>`)
  at('b-delete').focus()
  for (const [gone, next] of [
    ['b', 'c-delete'],
    ['c', 'a-delete'],
    ['a', 'add'],
  ] as const) {
    at(gone).remove()
    await settled()
    t.equal(document.activeElement?.id, next, `after ${gone}`)
  }
})

test('a button that was disabled for a while has the focus again', async (t) => {
  page('<div><button id="save"></button></div>')
  at('save').focus()
  at('save').disabled = true
  at('save').blur()
  await settled()
  at('save').disabled = false
  await settled()
  t.equal(document.activeElement, at('save'))
})

test('what the user has left, and another page, do not get the focus', async (t) => {
  page('<div><button id="left"></button><button id="other"></button></div>')
  at('left').focus()
  at('left').blur()
  await settled()
  at('left').remove()
  await settled()
  t.equal(document.activeElement, document.body)
  at('other').focus()
  page('<div><button id="new"></button></div>')
  await settled()
  t.equal(document.activeElement, document.body)
})

test('a field whose blur shows a message does not take the focus back', async (t) => {
  page('<div><input id="name" /><input id="next" /><p></p></div>')
  at('name').focus()
  at('name').blur()
  // As a browser tells of Tab; jsdom leaves no time between the two fields.
  const relatedTarget = at('next')
  at('name').dispatchEvent(new FocusEvent('focusout', { bubbles: true, relatedTarget }))
  document.querySelector('p')!.append('Dette feltet er påkrevd')
  await Promise.resolve()
  t.equal(document.activeElement, document.body)
})
