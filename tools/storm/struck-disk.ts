import type { PostgresUnderFire } from "./postgres-under-fire.ts";
import { mountPoweredDisk, type PoweredDisk } from "./powered-disk.ts";
import { mountSmallDisk, type SmallDisk } from "./small-disk.ts";
import type { Strikeable } from "./strikeable.ts";

interface MountedDisk {
  readonly disk: SmallDisk | PoweredDisk;
  readonly target: "disk" | "power";
  strikeable(postgres: PostgresUnderFire): Strikeable;
}

/**
 * Postgres's disk and its fault: one that flushes and loses its power, or one in memory that becomes full. Undefined, with one prominent
 * line, when none can be mounted.
 */
export async function mountStruckDisk(folder: string, durable: boolean): Promise<MountedDisk | undefined> {
  if (durable) {
    const disk = await mountPoweredDisk(folder);
    if (disk !== undefined) return { disk, target: "power", strikeable: (postgres) => strikeablePower(disk, postgres) };
    console.error(
      "THE POWER IS NOT CUT: no disk can be mounted here that could lose it. It takes root on Linux and apt-get install xfsprogs.",
    );
  } else {
    const disk = await mountSmallDisk(folder);
    if (disk !== undefined) return { disk, target: "disk", strikeable: (postgres) => strikeableDisk(disk, postgres) };
    console.error("THE DISK DOES NOT BECOME FULL: no disk can be mounted here. It takes root on Linux.");
  }
  return undefined;
}

function strikeableDisk(disk: SmallDisk, postgres: PostgresUnderFire): Strikeable {
  return {
    begin: () => disk.fill(),
    end: async () => {
      await disk.free();
      // Postgres may have given up.
      await postgres.up();
    },
  };
}

function strikeablePower(disk: PoweredDisk, postgres: PostgresUnderFire): Strikeable {
  return {
    begin: async () => {
      await disk.cut();
      await postgres.down("kill");
    },
    end: async () => {
      await disk.powerOn();
      await postgres.up();
    },
  };
}
