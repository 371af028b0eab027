import {
  type DashboardLink,
  type Dashboard as GrafanaDashboard,
  type Panel as GrafanaPanel,
  type GraphFieldConfig,
  LegendDisplayMode,
  type RowPanel,
  SortOrder,
  TooltipDisplayMode,
  VariableHide,
  type VariableModel,
  VariableRefresh,
  VisibilityMode,
} from "@grafana/schema";
import type { Options as TimeSeriesOptions } from "@grafana/schema/dist/types/raw/composable/timeseries/panelcfg/x/TimeSeriesPanelCfg_types.gen.d.ts";

/** A graph over time, with its queries by legend. */
interface Panel {
  readonly title: string;
  /** Its description: one sentence, shown at the title. */
  readonly says: string;
  readonly unit: "reqps" | "s" | "percentunit" | "short" | "bytes" | "rowsps";
  readonly queries: Readonly<Record<string, string>>;
}

export function graph(title: string, says: string, unit: Panel["unit"], queries: Panel["queries"]): Panel {
  return { title, says, unit, queries };
}

export interface Dashboard {
  /** Part of its address and its file's name. */
  readonly uid: string;
  readonly title: string;
  /** Values of the dropdowns, as `label_values(metric, label)`; `$name` in queries. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly rows: Readonly<Record<string, readonly Panel[]>>;
}

const columns = 24;
const height = 8;
const source = { type: "prometheus", uid: "$datasource" };

/** The dashboard as Grafana's file, in the types of Grafana's schema, so that unknown fields do not compile. */
export function grafanaDashboard({ uid, title, variables = {}, rows }: Dashboard): GrafanaDashboard {
  let y = 0;
  let id = 0;
  const panels = Object.entries(rows).flatMap(([rowTitle, row]) => {
    const width = columns / row.length;
    const gridPos = { x: 0, y: y++, w: columns, h: 1 };
    const head: RowPanel = { id: ++id, type: "row", title: rowTitle, collapsed: false, panels: [], gridPos };
    const body = row.map((panel, index) => ({ id: ++id, ...panelBody(panel), gridPos: { x: index * width, y, w: width, h: height } }));
    y += height;
    return [head, ...body];
  });
  return {
    uid,
    title,
    tags: ["parley"],
    schemaVersion: 39,
    editable: true,
    refresh: "30s",
    time: { from: "now-3h", to: "now" },
    links: [others],
    templating: { list: [datasource, ...Object.entries(variables).map(([name, query]) => variable(name, query))] },
    panels,
  };
}

const others: DashboardLink = {
  type: "dashboards",
  tags: ["parley"],
  title: "Parley",
  tooltip: "",
  icon: "external link",
  asDropdown: true,
  includeVars: false,
  keepTime: true,
  targetBlank: false,
};

const datasource: VariableModel = {
  name: "datasource",
  label: "Prometheus",
  type: "datasource",
  query: "prometheus",
  hide: VariableHide.dontHide,
};

function variable(name: string, query: string): VariableModel {
  return {
    name,
    type: "query",
    datasource: source,
    query: { query, refId: name },
    refresh: VariableRefresh.onTimeRangeChanged,
    includeAll: true,
    multi: true,
    allValue: ".*",
  };
}

function panelBody({ title, says, unit, queries }: Panel): GrafanaPanel {
  const targets = Object.entries(queries).map(([legend, expr], index) => ({
    refId: String.fromCharCode(65 + index),
    datasource: source,
    expr,
    legendFormat: legend,
  }));
  return {
    title,
    description: says,
    datasource: source,
    targets,
    type: "timeseries",
    options: { ...overTime },
    fieldConfig: { defaults: { unit, min: 0, custom: lines }, overrides: [] },
  };
}

const overTime: TimeSeriesOptions = {
  legend: { displayMode: LegendDisplayMode.List, placement: "bottom", showLegend: true, calcs: [] },
  tooltip: { mode: TooltipDisplayMode.Multi, sort: SortOrder.Descending },
};

const lines: GraphFieldConfig & Record<string, unknown> = { fillOpacity: 10, showPoints: VisibilityMode.Never };
