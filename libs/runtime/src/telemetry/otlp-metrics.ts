import { ValueType } from "@opentelemetry/api";
import { AggregationTemporality, type DataPoint, DataPointType, type Histogram, type MetricData } from "@opentelemetry/sdk-metrics";
import type { MetricObjectWithValues, MetricValue } from "prom-client";

/** A prom-client metric as OTLP; undefined for a summary, which OTLP cannot represent. */
export function otlpMetric(
  { name, help, type, values }: MetricObjectWithValues<MetricValue<string>>,
  startMs: number,
  endMs: number,
): MetricData | undefined {
  const point = <Value>(attributes: MetricValue<string>["labels"], value: Value): DataPoint<Value> => ({
    startTime: toHrTime(startMs),
    endTime: toHrTime(endMs),
    attributes: attributes as Record<string, string>,
    value,
  });
  const unit = name.includes("_seconds") ? "s" : name.includes("_bytes") ? "By" : "";
  const common = {
    descriptor: { name, description: help, unit, valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  // `prom-client` gives the type as a string, although its type declares an enum.
  switch (String(type)) {
    case "counter":
      return {
        ...common,
        dataPointType: DataPointType.SUM,
        isMonotonic: true,
        dataPoints: values.map((one) => point(one.labels, one.value)),
      };
    case "gauge":
      return { ...common, dataPointType: DataPointType.GAUGE, dataPoints: values.map((one) => point(one.labels, one.value)) };
    case "histogram":
      return {
        ...common,
        dataPointType: DataPointType.HISTOGRAM,
        dataPoints: histograms(values).map(([labels, value]) => point(labels, value)),
      };
    default:
      return undefined;
  }
}

type Labels = MetricValue<string>["labels"];

/** prom-client's buckets are cumulative; OTLP counts the values between two bounds. */
function histograms(values: readonly MetricValue<string>[]): [Labels, Histogram][] {
  const series = Map.groupBy(values, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels));
  return [...series.values()].map((parts) => {
    const { le: _, ...labels } = parts[0]?.labels ?? {};
    const buckets = parts.filter(({ labels: { le } }) => le !== undefined);
    const boundaries = buckets.map(({ labels: { le } }) => Number(le)).filter(Number.isFinite);
    const counts = buckets.map(({ value }, index) => value - (buckets[index - 1]?.value ?? 0));
    const sum = parts.find((part) => nameOf(part).endsWith("_sum"))?.value ?? 0;
    return [labels, { buckets: { boundaries, counts }, sum, count: buckets.at(-1)?.value ?? 0 }];
  });
}

function nameOf(part: MetricValue<string>): string {
  return (part as { metricName?: string }).metricName ?? "";
}

function toHrTime(ms: number): [number, number] {
  const seconds = Math.floor(ms / 1000);
  return [seconds, Math.round((ms - seconds * 1000) * 1e6)];
}
