-- The text of HTML is taken differently now: with all named entities, and with words that inline elements do not part. Indexes walk through all
-- their comments again, because those indexed before are not found by such words. What an index has already is found meanwhile.

update activity.search_keys k set top_ref = e.top, below_ref = e.top, oldest_ref = e.oldest, walked_comment_id = '', fence = k.fence + 1
from (
  select s.api_key_id,
    coalesce((select a.annotation_ref from activity.annotations a where a.api_key_id = s.api_key_id order by a.annotation_ref desc limit 1) + 1, 0) as top,
    coalesce((select a.annotation_ref from activity.annotations a where a.api_key_id = s.api_key_id order by a.annotation_ref limit 1), 0) as oldest
  from activity.search_keys s) e
where k.api_key_id = e.api_key_id and not k.is_leaving;
