import { DataPointType, type Histogram } from "@opentelemetry/sdk-metrics";
import { Counter, Gauge, Registry } from "prom-client";
import { expect, test } from "vitest";
import { durationHistogram } from "./metrics.ts";
import { otlpMetric } from "./otlp-metrics.ts";

test("a histogram keeps its sum and count, and its cumulative buckets become counts between two bounds", async () => {
  const registry = new Registry();
  const durations = durationHistogram(registry, "parley_test_duration_seconds", "Test.", ["method"]);
  for (const seconds of [0.001, 0.02, 0.02, 60]) durations.observe({ method: "Get" }, seconds);

  const { attributes, value } = await onlyPoint(registry);

  const { buckets, count, sum } = value as Histogram;
  expect(attributes).toEqual({ method: "Get" });
  expect([count, sum]).toEqual([4, 60.041]);
  expect(buckets.counts).toHaveLength(buckets.boundaries.length + 1);
  expect(buckets.counts.reduce((all, one) => all + one)).toBe(4);
  expect([buckets.counts[0], buckets.counts.at(-1)]).toEqual([1, 1]);
});

test.each([
  [Counter, DataPointType.SUM],
  [Gauge, DataPointType.GAUGE],
])("a value keeps its labels", async (Kind, type) => {
  const registry = new Registry();
  new Kind({ name: "parley_test_bytes", help: "Test.", labelNames: ["state"], registers: [registry] }).inc({ state: "idle" }, 3);

  const metric = await converted(registry);

  expect([metric.dataPointType, metric.descriptor.unit]).toEqual([type, "By"]);
  expect(metric.dataPoints.map(({ attributes, value }) => [attributes, value])).toEqual([[{ state: "idle" }, 3]]);
});

test("a duration has eight buckets at most", async () => {
  const registry = new Registry();
  durationHistogram(registry, "parley_test_duration_seconds", "Test.", []).observe(1);

  const { value } = await onlyPoint(registry);

  expect((value as Histogram).buckets.counts.length).toBeLessThanOrEqual(8);
});

async function onlyPoint(registry: Registry) {
  const [point] = (await converted(registry)).dataPoints;
  if (point === undefined) throw new Error("There is no value.");
  return point;
}

async function converted(registry: Registry) {
  const [metric] = await registry.getMetricsAsJSON();
  const converted = metric && otlpMetric(metric, 0, 1);
  if (converted === undefined) throw new Error("There is no metric.");
  return converted;
}
