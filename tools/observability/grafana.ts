/** A panel: what it shows, and the queries by their legends. */
interface Panel {
  readonly title: string;
  /** What it is good for: one sentence, shown beside the title. */
  readonly says: string;
  readonly unit: "reqps" | "s" | "percentunit" | "short" | "bytes" | "rowsps";
  readonly queries: Readonly<Record<string, string>>;
  /** `stat` for one number of now; a graph over time otherwise. */
  readonly kind?: "stat";
}

export interface Dashboard {
  /** Of its address, and of its file. */
  readonly uid: string;
  readonly title: string;
  /** Values to choose from, as `label_values(metric, label)`; `$name` in queries. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly rows: Readonly<Record<string, readonly Panel[]>>;
}

const columns = 24;
const height = 8;
const source = { type: "prometheus", uid: "$datasource" };

/** The dashboard as Grafana reads it from a file. */
export function grafanaDashboard({ uid, title, variables = {}, rows }: Dashboard): object {
  let y = 0;
  let id = 0;
  const panels = Object.entries(rows).flatMap(([rowTitle, row]) => {
    const width = columns / row.length;
    const head = { id: ++id, type: "row", title: rowTitle, collapsed: false, panels: [], gridPos: { x: 0, y: y++, w: columns, h: 1 } };
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
    links: [{ type: "dashboards", tags: ["parley"], title: "Parley", asDropdown: true, includeVars: false, keepTime: true }],
    templating: { list: [datasource, ...Object.entries(variables).map(([name, query]) => variable(name, query))] },
    panels,
  };
}

const datasource = { name: "datasource", label: "Prometheus", type: "datasource", query: "prometheus", hide: 0 };

function variable(name: string, query: string): object {
  return {
    name,
    type: "query",
    datasource: source,
    query: { query, refId: name },
    refresh: 2,
    includeAll: true,
    multi: true,
    allValue: ".*",
  };
}

function panelBody({ title, says, unit, queries, kind }: Panel): object {
  const targets = Object.entries(queries).map(([legend, expr], index) => ({
    refId: String.fromCharCode(65 + index),
    datasource: source,
    expr,
    legendFormat: legend,
  }));
  const defaults = { unit, min: 0, custom: kind === "stat" ? {} : { fillOpacity: 10, showPoints: "never" } };
  const shared = { title, description: says, datasource: source, targets, fieldConfig: { defaults, overrides: [] } };
  if (kind === "stat") return { ...shared, type: "stat", options: { reduceOptions: { calcs: ["lastNotNull"] } } };
  return {
    ...shared,
    type: "timeseries",
    options: { legend: { displayMode: "list", placement: "bottom" }, tooltip: { mode: "multi", sort: "desc" } },
  };
}
