import { LayoutDashboard, type LucideIcon } from 'lucide-react'
import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import type { Permission } from '#contracts/access.ts'
import { lists, projects, type Listed } from '../lib/list-paths.ts'

type Screen = ComponentType
type MenuEntry = { readonly label: string; readonly Icon: LucideIcon }
export type Page = {
  readonly path: string
  /** The route; for a list also the route of its records. */
  readonly pattern: string
  /** Null: not in the sidebar. */
  readonly menu: MenuEntry | null
  /** Any one of these is enough; empty means everybody. */
  readonly needs: readonly Permission[]
  readonly Screen: LazyExoticComponent<Screen>
  readonly load: () => Promise<Screen>
}

type Module<Name extends string> = () => Promise<Readonly<Record<Name, Screen>>>

/** A page with its own chunk; `name` is the screen's export. */
const page = <Name extends string>(
  path: string,
  menu: MenuEntry | null,
  module: Module<Name>,
  name: Name,
  needs: readonly Permission[] = [],
): Page => {
  const load = async () => (await module())[name]
  const Screen = lazy(async () => ({ default: await load() }))
  return { path, pattern: path, menu, needs, load, Screen }
}

const list = <Name extends string>(of: Listed, module: Module<Name>, name: Name): Page => ({
  ...page(lists[of].path, lists[of], module, name),
  pattern: `${lists[of].path}/:id?`,
})

const dashboard = { label: 'Dashboard', Icon: LayoutDashboard }

export const pages: readonly Page[] = [
  page('/', dashboard, () => import('../dashboard/dashboard-screen.tsx'), 'DashboardScreen'),
  page(projects.path, projects, () => import('../projects/projects-screen.tsx'), 'ProjectsScreen'),
  list('motortypes', () => import('../motors/motors-screen.tsx'), 'MotorsScreen'),
  list('sensortypes', () => import('../sensors/sensors-screen.tsx'), 'SensorsScreen'),
  list('componenttypes', () => import('../components/components-screen.tsx'), 'ComponentsScreen'),
  list('assemblytypes', () => import('../assemblies/assemblies-screen.tsx'), 'AssembliesScreen'),
  list('suppliers', () => import('../suppliers/suppliers-screen.tsx'), 'SuppliersScreen'),
  list(
    'manufacturers',
    () => import('../manufacturers/manufacturers-screen.tsx'),
    'ManufacturersScreen',
  ),
  page('/innkjop', null, () => import('../purchasing/purchasing-screen.tsx'), 'PurchasingScreen'),
  page('/konto', null, () => import('../access/account-screen.tsx'), 'AccountScreen'),
  page('/brukere', null, () => import('../access/users-screen.tsx'), 'UsersScreen', ['admin']),
  page('/revisjon', null, () => import('../journal/journal-screen.tsx'), 'JournalScreen', [
    'audit',
  ]),
  page(
    '/sikkerhetslogg',
    null,
    () => import('../access/security-log-screen.tsx'),
    'SecurityLogScreen',
    ['log', 'audit'],
  ),
]

export const mayOpen = (
  { needs }: Pick<Page, 'needs'>,
  may: (permission: Permission) => boolean,
): boolean => needs.length === 0 || needs.some(may)
