import { test } from 'tap'
import { kindsOfLink, linkKinds } from './assembly/link-kinds.ts'
import { entities, entityNamed, project } from './catalogue/index.ts'
import { agreeingWith, newOne, noSuch } from './noun.ts'

const material = { one: 'materiale', the: 'materialet', many: 'materialer' }

test('words agree with the gender of the noun', async (t) => {
  t.same([newOne(material), noSuch(material)], ['nytt materiale', 'intet materiale'])
  t.match(agreeingWith(material), { a: 'et', this: 'dette', it: 'det' })
  t.equal(newOne(project.noun), 'nytt prosjekt')
  const { noun } = entityNamed('componenttypes')
  t.same([newOne(noun), noSuch(noun)], ['ny komponent', 'ingen komponent'])
  t.match(agreeingWith(noun), { a: 'en', this: 'denne', it: 'den' })
})

test('every noun has a definite form, which tells its gender', async (t) => {
  const nouns = [...entities, ...kindsOfLink.map((kind) => linkKinds[kind])].map(({ noun }) => noun)
  for (const { one, the } of nouns) t.match(the, new RegExp(`^${one}?(a|n|t|en|et)$`), one)
})
