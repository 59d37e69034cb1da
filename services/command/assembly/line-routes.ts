import { linesBody, linesCheck, linesDone, type LinesBody } from '#contracts/assembly/lines.ts'
import { byId } from '#kernel/params.ts'
import type { CommandRoutes } from '../kernel/command-routes.ts'
import { versionOf, type AssemblyContext } from './commands.ts'
import { changeLines, checkLines, type LinesChecked, type LinesDone } from './lines.ts'

type ById = { id: number }

export const lineRoutes = (routes: CommandRoutes, context: AssemblyContext): void => {
  const shared = {
    tag: 'assemblytypes',
    params: byId,
    body: linesBody,
    mayBeTooLarge: true,
    example: { lines: [{ kind: 'component', itemId: 1, quantity: 4, notes: 'Monteres sist' }] },
  }
  routes.add<ById, LinesBody, LinesDone>('POST', '/api/assemblytypes/:id/lines', {
    ...shared,
    summary: 'Endre mange linjer i stykklisten, alle eller ingen',
    description:
      'Legger inn det som ikke er der, og endrer det som er der. Nye sammenstillinger i `made` opprettes med sine egne linjer.',
    response: linesDone,
    run: ({ id }, body, by) => changeLines(context, by, id, body),
    answer: async ({ made }, { id }) => ({
      data: { id, made },
      version: await versionOf(context, id),
    }),
  })
  routes.add<ById, LinesBody, LinesChecked>('POST', '/api/assemblytypes/:id/lines/check', {
    ...shared,
    summary: 'Hva linjene ville endre; ingenting skrives',
    response: linesCheck,
    run: ({ id }, body) => checkLines(context, id, body),
    answer: async ({ state }, { id }) => ({
      data: { changes: state },
      version: await versionOf(context, id),
    }),
  })
}
