-- A change of a thread changes or removes what its pending mails say: they are found by the thread, whether open, waiting for another attempt
-- or failed, because a failed mail can be sent again.

CREATE INDEX emails_unsent ON notifications.emails USING btree (api_key_id, organization_id, document_id, annotation_id, user_id)
  WHERE state = ANY (ARRAY['open'::text, 'pending'::text, 'failed'::text]);
