
    -- Whether the answer may be kept: not when what it may name has been removed. A request that is done has a status, and no body then.
    alter table idempotency_records add column keeps_answer boolean not null default true;
  